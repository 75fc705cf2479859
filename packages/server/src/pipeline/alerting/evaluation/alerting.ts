import type { LiveEvent } from "@vedette/contract/common/events.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import type { Db } from "../../../platform/storage/database.ts";
import type { AlertingPort, RecordedResult } from "../../results/recording/alerting-port.ts";
import { alertEvent } from "../alerts/alert-event.ts";
import { type AlertTransition, applyTransitions } from "../alerts/open-alerts.ts";
import type { AlertRow } from "../alerts/queries.ts";
import type { Suppression } from "../alerts/suppression.ts";
import type { RuleCache } from "../rules/rule-cache.ts";
import { evaluateCondition, remember, stateAfter, transitionAfter } from "./evaluate.ts";
import { createEvaluationState, type Draft, type RuleTarget } from "./evaluation-state.ts";

/**
 * Evaluates rules on results, in the transaction that stores the results. While nothing changes it makes no
 * query: rules, windows and condition states are in memory.
 */

export type AlertingDeps = {
  rules: Pick<RuleCache, "rulesFor" | "refresh">;
  suppression: Suppression;
  clock: Clock;
  publish: (events: readonly LiveEvent[]) => void;
};

export function createAlerting({ rules, suppression, clock, publish }: AlertingDeps): AlertingPort {
  const memory = createEvaluationState({ clock });

  return {
    async afterResults(db, results) {
      const ruleTargets = pairsOf(results, rules);
      if (ruleTargets.length === 0) return () => {};
      const first = await evaluate(db, ruleTargets);
      const second = first.stale.size > 0 ? await reevaluate(db, first.stale) : NOTHING;
      const alerts = [...first.alerts, ...second.alerts];
      return () => {
        for (const { drafts, stale } of [first, second])
          for (const draft of drafts) if (!stale.has(draft)) memory.save(draft);
        for (const { ruleTarget } of second.stale) memory.invalidate(ruleTarget);
        if (alerts.length > 0) publish(alerts.map(alertEvent));
      };
    },
  };

  async function evaluate(db: Db, ruleTargets: readonly RuleTarget[]): Promise<Evaluation> {
    const drafts = await memory.load(db, ruleTargets);
    return { drafts, ...(await advance(db, drafts)) };
  }

  /**
   * Evaluates again with the current rules: the change notification may arrive later than the next result.
   */
  async function reevaluate(db: Db, stale: ReadonlySet<Draft>): Promise<Evaluation> {
    const ruleIds = new Set([...stale].map(({ ruleTarget }) => ruleTarget.rule.id));
    await rules.refresh(db, [...ruleIds]);
    for (const { ruleTarget } of stale) memory.invalidate(ruleTarget);
    const last = [...stale].map(({ ruleTarget }) => ruleTarget.results.slice(-1));
    const targets = new Map(last.flat().map((result) => [result.snapshot, result]));
    const names = new Set([...stale].map(({ ruleTarget }) => nameOf(ruleTarget)));
    const ruleTargets = pairsOf([...targets.values()], rules).filter((ruleTarget) =>
      names.has(nameOf(ruleTarget)),
    );
    return ruleTargets.length === 0 ? NOTHING : evaluate(db, ruleTargets);
  }

  /**
   * Advances each rule target to its next transition, applies the transitions of all rule targets together,
   * and repeats. Usually one round is enough because a condition rarely opens and clears in one batch.
   */
  async function advance(
    db: Db,
    drafts: readonly Draft[],
  ): Promise<{ alerts: AlertRow[]; stale: ReadonlySet<Draft> }> {
    const iterators = new Map(drafts.map((draft) => [draft, transitionsOf(draft)]));
    const alerts: AlertRow[] = [];
    const stale = new Set<Draft>();
    while (iterators.size > 0) {
      const wanted = new Map<AlertTransition, Draft>();
      for (const [draft, transitions] of iterators) {
        const next = transitions.next();
        if (next.done) iterators.delete(draft);
        else wanted.set(next.value, draft);
      }
      if (wanted.size === 0) break;
      const applied = await applyTransitions(db, [...wanted.keys()], { suppression, nowMs: clock.now() });
      alerts.push(...applied.alerts);
      for (const [transition, draft] of wanted) {
        if (applied.done.has(transition)) continue;
        // The database has newer data: the state must be loaded again.
        iterators.delete(draft);
        stale.add(draft);
      }
    }
    return { alerts, stale };
  }
}

/** The evaluated drafts, the changed alerts, and the drafts that were outdated. */
type Evaluation = { drafts: readonly Draft[]; alerts: readonly AlertRow[]; stale: ReadonlySet<Draft> };
const NOTHING: Evaluation = { drafts: [], alerts: [], stale: new Set() };

function nameOf({ rule, target }: RuleTarget): string {
  return `${rule.id} ${target.targetId}`;
}

/** Yields the transitions of a rule target's results one by one and updates its draft. */
function* transitionsOf({ ruleTarget, state, isFresh }: Draft): Generator<AlertTransition, void> {
  const { rule, results } = ruleTarget;
  // A freshly loaded window already contains the whole batch, so only the last result can be evaluated with
  // it.
  const isCounted = isFresh && state.memory.window !== null;
  for (const result of isCounted ? results.slice(-1) : results) {
    if (!isCounted) remember(rule.condition, state.memory, result);
    const verdict = evaluateCondition(rule.condition, state.memory, result);
    const type = transitionAfter(state.condition, verdict, result.atMs);
    if (type === null) continue;
    yield { ruleTarget, type, result, figures: verdict.figures };
    state.condition = stateAfter(state.condition, type, { atMs: result.atMs, cooldownMs: rule.cooldownMs });
  }
}

/** Groups the results by rule and target, each group in slot order. */
function pairsOf(results: readonly RecordedResult[], rules: Pick<RuleCache, "rulesFor">): RuleTarget[] {
  return [...Map.groupBy(results, ({ snapshot }) => snapshot).values()].flatMap((some) => {
    const [target] = some;
    if (!target) return [];
    return rules.rulesFor(target).map((rule) => ({ rule, target, results: some }));
  });
}
