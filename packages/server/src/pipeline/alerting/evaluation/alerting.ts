import type { LiveEvent } from "@vedette/contract/common/events.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import type { Db } from "../../../platform/storage/database.ts";
import type { AlertingPort, RecordedResult } from "../../results/recording/alerting-port.ts";
import { alertEvent } from "../alerts/alert-event.ts";
import type { AlertTransition } from "../alerts/alert-transition.ts";
import { applyTransitions } from "../alerts/open-alerts.ts";
import type { AlertRow } from "../alerts/queries.ts";
import type { Suppression } from "../alerts/suppression.ts";
import type { RuleCache } from "../rules/rule-cache.ts";
import { advanceCondition } from "./condition-state.ts";
import { evaluateCondition, historyMs, remember } from "./evaluate.ts";
import { type Draft, EvaluationState, nameOf, type RuleTarget } from "./evaluation-state.ts";

export type AlertingDeps = {
  rules: Pick<RuleCache, "rulesFor" | "refresh">;
  suppression: Suppression;
  clock: Clock;
  publish: (events: readonly LiveEvent[]) => void;
};

/**
 * Evaluates rules on results, in the transaction that stores the results. While nothing changes it makes no
 * query: rules, windows and condition states are in memory.
 */
export class Alerting implements AlertingPort {
  readonly #deps: AlertingDeps;
  readonly #states: EvaluationState;

  constructor(deps: AlertingDeps) {
    this.#deps = deps;
    this.#states = new EvaluationState(deps.clock);
  }

  async afterResults(db: Db, results: readonly RecordedResult[]): Promise<() => void> {
    const ruleTargets = pairsOf(results, this.#deps.rules);
    if (ruleTargets.length === 0) return () => {};
    const first = await this.#evaluate(db, ruleTargets);
    const second = first.stale.size > 0 ? await this.#reevaluate(db, first.stale) : NOTHING;
    const alerts = [...first.alerts, ...second.alerts];
    return () => {
      for (const { drafts, stale } of [first, second])
        for (const draft of drafts) if (!stale.has(draft)) this.#states.save(draft);
      for (const { ruleTarget } of second.stale) this.#states.invalidate(ruleTarget);
      if (alerts.length > 0) this.#deps.publish(alerts.map(alertEvent));
    };
  }

  async #evaluate(db: Db, ruleTargets: readonly RuleTarget[]): Promise<Evaluation> {
    const drafts = await this.#states.load(db, ruleTargets);
    return { drafts, ...(await this.#advance(db, drafts)) };
  }

  /**
   * Evaluates again with the current rules: the change notification may arrive later than the next result.
   */
  async #reevaluate(db: Db, stale: ReadonlySet<Draft>): Promise<Evaluation> {
    const { rules } = this.#deps;
    const before = [...stale].map(({ ruleTarget }) => ruleTarget);
    await rules.refresh(db, [...new Set(before.map(({ rule }) => rule.id))]);
    for (const ruleTarget of before) this.#states.invalidate(ruleTarget);
    const last = before.flatMap(({ results }) => results.slice(-1));
    const results = new Map(last.map((result) => [result.snapshot, result]));
    const names = new Set(before.map(nameOf));
    const ruleTargets = pairsOf([...results.values()], rules).filter((each) => names.has(nameOf(each)));
    return ruleTargets.length === 0 ? NOTHING : this.#evaluate(db, ruleTargets);
  }

  /**
   * Advances each rule target to its next transition, applies the transitions of all rule targets together,
   * and repeats. Usually one round is enough because a condition rarely opens and clears in one batch.
   */
  async #advance(db: Db, drafts: readonly Draft[]): Promise<Omit<Evaluation, "drafts">> {
    const { suppression, clock } = this.#deps;
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

/**
 * Yields the transitions of a rule target's results one by one and updates its draft. Progress between two
 * transitions is yielded once, after the last result.
 */
function* transitionsOf({ ruleTarget, state, isFresh }: Draft): Generator<AlertTransition, void> {
  const { rule, target, results } = ruleTarget;
  // Freshly loaded history already contains the whole batch, so only the last result can be evaluated with it.
  const isCounted = isFresh && historyMs(rule.condition) !== null;
  let progress: AlertTransition | null = null;
  for (const result of isCounted ? results.slice(-1) : results) {
    if (!isCounted) remember(rule.condition, state.memory, result);
    const verdict = evaluateCondition(rule.condition, state.memory, result);
    const advanced = advanceCondition(state.condition, verdict, { source: result, timing: rule.timing });
    if (advanced.state === state.condition) continue;
    state.condition = advanced.state;
    const type = advanced.transition ?? ("progress" as const);
    const { figures } = verdict;
    const transition: AlertTransition = {
      ...{ rule, target, type, result, figures },
      state: advanced.state,
      atMs: result.atMs,
    };
    progress = type === "progress" ? transition : null;
    if (type !== "progress") yield transition;
  }
  if (progress !== null) yield progress;
}

/** Groups the results by rule and target, each group in slot order. */
function pairsOf(results: readonly RecordedResult[], rules: Pick<RuleCache, "rulesFor">): RuleTarget[] {
  return [...Map.groupBy(results, ({ snapshot }) => snapshot).values()].flatMap((some) => {
    const [target] = some;
    if (!target) return [];
    return rules.rulesFor(target).map((rule) => ({ rule, target, results: some }));
  });
}
