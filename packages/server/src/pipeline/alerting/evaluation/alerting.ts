import type { LiveEvent } from "@vedette/contract/common/events.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import type { Db } from "../../../platform/storage/database.ts";
import type { AlertingPort, RecordedResult } from "../../results/recording/alerting-port.ts";
import { alertEvent } from "../alerts/alert-event.ts";
import { type AlertTransition, applyTransitions } from "../alerts/open-alerts.ts";
import type { AlertRow } from "../alerts/queries.ts";
import type { Suppression } from "../alerts/suppression.ts";
import type { RuleCache } from "../rules/rule-cache.ts";
import { judge, remember, stateAfter, stepAfter } from "./evaluate.ts";
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
      const pairs = pairsOf(results, rules);
      if (pairs.length === 0) return () => {};
      const first = await evaluate(db, pairs);
      const second = first.stale.size > 0 ? await evaluateAnew(db, first.stale) : NOTHING;
      const alerts = [...first.alerts, ...second.alerts];
      return () => {
        for (const { drafts, stale } of [first, second])
          for (const draft of drafts) if (!stale.has(draft)) memory.keep(draft);
        for (const { pair } of second.stale) memory.forget(pair);
        if (alerts.length > 0) publish(alerts.map(alertEvent));
      };
    },
  };

  async function evaluate(db: Db, pairs: readonly RuleTarget[]): Promise<Evaluation> {
    const drafts = await memory.draw(db, pairs);
    return { drafts, ...(await stepThrough(db, drafts)) };
  }

  /**
   * Evaluates again with the current rules: the change notification may arrive later than the next result.
   */
  async function evaluateAnew(db: Db, stale: ReadonlySet<Draft>): Promise<Evaluation> {
    const ruleIds = new Set([...stale].map(({ pair }) => pair.rule.id));
    await rules.refresh(db, [...ruleIds]);
    for (const { pair } of stale) memory.forget(pair);
    const last = [...stale].map(({ pair }) => pair.results.slice(-1));
    const targets = new Map(last.flat().map((result) => [result.picture, result]));
    const names = new Set([...stale].map(({ pair }) => nameOf(pair)));
    const pairs = pairsOf([...targets.values()], rules).filter((pair) => names.has(nameOf(pair)));
    return pairs.length === 0 ? NOTHING : evaluate(db, pairs);
  }

  /**
   * Advances each rule target to its next transition, applies the transitions of all rule targets together,
   * and repeats. Usually one round is enough because a condition rarely opens and clears in one batch.
   */
  async function stepThrough(
    db: Db,
    drafts: readonly Draft[],
  ): Promise<{ alerts: AlertRow[]; stale: ReadonlySet<Draft> }> {
    const walks = new Map(drafts.map((draft) => [draft, walk(draft)]));
    const alerts: AlertRow[] = [];
    const stale = new Set<Draft>();
    while (walks.size > 0) {
      const wanted = new Map<AlertTransition, Draft>();
      for (const [draft, steps] of walks) {
        const next = steps.next();
        if (next.done) walks.delete(draft);
        else wanted.set(next.value, draft);
      }
      if (wanted.size === 0) break;
      const stepped = await applyTransitions(db, [...wanted.keys()], { suppression, nowMs: clock.now() });
      alerts.push(...stepped.alerts);
      for (const [step, draft] of wanted) {
        if (stepped.done.has(step)) continue;
        // The database has newer data: the state must be loaded again.
        walks.delete(draft);
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
function* walk({ pair, state, isFresh }: Draft): Generator<AlertTransition, void> {
  const { rule, results } = pair;
  // A freshly loaded window already contains the whole batch, so only the last result can be evaluated with
  // it.
  const isCounted = isFresh && state.memory.window !== null;
  for (const result of isCounted ? results.slice(-1) : results) {
    if (!isCounted) remember(rule.condition, state.memory, result);
    const verdict = judge(rule.condition, state.memory, result);
    const type = stepAfter(state.condition, verdict, result.atMs);
    if (type === null) continue;
    yield { pair, type, result, figures: verdict.figures };
    state.condition = stateAfter(state.condition, type, { atMs: result.atMs, cooldownMs: rule.cooldownMs });
  }
}

/** Groups the results by rule and target, each group in slot order. */
function pairsOf(results: readonly RecordedResult[], rules: Pick<RuleCache, "rulesFor">): RuleTarget[] {
  return [...Map.groupBy(results, ({ picture }) => picture).values()].flatMap((some) => {
    const [target] = some;
    if (!target) return [];
    return rules.rulesFor(target).map((rule) => ({ rule, target, results: some }));
  });
}
