import type { RuleType } from "@vedette/contract/alerts/rule-conditions.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import type { Db } from "../../../platform/storage/database.ts";
import type { RecordedResult } from "../../results/recording/alerting-port.ts";
import type { Rule } from "../rules/rule.ts";
import { readLastChanges } from "./changes/last-changes.ts";
import { type ConditionState, INITIAL_STATE } from "./condition-state.ts";
import { cloneMemory, createMemory, type RuleMemory } from "./evaluate.ts";
import { readMetricHistory } from "./metric-history.ts";
import { listConditions, listNewestDiffs, listNewestExpiries, type StoredCondition } from "./queries.ts";
import { historyPortionsOf, readHistory } from "./rule-history.ts";

/** A rule and one of its targets, with the target's results in a batch. */
export type RuleTarget = { rule: Rule; target: RecordedResult; results: readonly RecordedResult[] };

/** The evaluation state of a rule target: the state of its condition and the remembered results. */
export type RuleTargetState = { revision: number; condition: ConditionState; memory: RuleMemory };

/** A working copy. `isFresh`: just loaded, and already contains the batch's results. */
export type Draft = { ruleTarget: RuleTarget; state: RuleTargetState; isFresh: boolean };

/** How far back to look for the newest certificate or screenshot of a location. */
const NEWEST_WITHIN_MS = 2 * 86_400_000;
/** Loading blocks the result transaction, so no new statement starts after this time. */
const READ_MS_MAX = 500;

/**
 * Caches the evaluation state of rule targets as long as the target's snapshot lives. A snapshot is replaced
 * when its target is changed, paused, resumed or taken over from another scheduler; the state is then loaded
 * again.
 */
export class EvaluationState {
  readonly #clock: Pick<Clock, "monotonic">;
  readonly #bySnapshot = new WeakMap<object, Map<string, RuleTargetState>>();

  constructor(clock: Pick<Clock, "monotonic">) {
    this.#clock = clock;
  }

  /**
   * Returns copies of the state and loads what is missing. Leaves out a rule target whose load would take too
   * long: its results are stored, so a later load includes them.
   */
  async load(db: Db, ruleTargets: readonly RuleTarget[]): Promise<Draft[]> {
    const known = ruleTargets.map((ruleTarget) => ({ ruleTarget, state: this.#find(ruleTarget) }));
    const unknown = known.flatMap(({ ruleTarget, state }) => (state === null ? [ruleTarget] : []));
    const fresh = unknown.length === 0 ? NO_STATES : await this.#read(db, unknown);
    return known.flatMap(({ ruleTarget, state }): Draft[] => {
      if (state !== null) return [{ ruleTarget, state: cloneState(state), isFresh: false }];
      const read = fresh.get(ruleTarget);
      return read === undefined ? [] : [{ ruleTarget, state: read, isFresh: true }];
    });
  }

  save({ ruleTarget: { rule, target }, state }: Draft): void {
    const known = this.#bySnapshot.get(target.snapshot) ?? new Map<string, RuleTargetState>();
    this.#bySnapshot.set(target.snapshot, known.set(rule.id, state));
  }

  /** Removes a rule target's state, so that the next load reads it from the database. */
  invalidate({ rule, target }: RuleTarget): void {
    this.#bySnapshot.get(target.snapshot)?.delete(rule.id);
  }

  #find({ rule, target }: RuleTarget): RuleTargetState | null {
    const known = this.#bySnapshot.get(target.snapshot)?.get(rule.id);
    return known?.revision === rule.revision ? known : null;
  }

  async #read(db: Db, ruleTargets: readonly RuleTarget[]): Promise<States> {
    const states = new Map(ruleTargets.map((ruleTarget) => [ruleTarget, emptyState(ruleTarget.rule)]));
    await readConditions(db, states);
    await readNewest(db, states, { types: ["ssl_expiry", "expiry"], list: listNewestExpiries });
    await readNewest(db, states, { types: ["visual_diff_threshold"], list: listNewestDiffs });
    await readMetrics(db, states);
    await readChanges(db, states);
    const deadlineMs = this.#clock.monotonic() + READ_MS_MAX;
    for (const [nr, loads] of historyPortionsOf([...states].map(toHistoryLoad)).entries()) {
      if (nr === 0 || this.#clock.monotonic() < deadlineMs) await readHistory(db, loads);
      else for (const { ruleTarget } of loads) states.delete(ruleTarget);
    }
    return states;
  }
}

type States = ReadonlyMap<RuleTarget, RuleTargetState>;
const NO_STATES: States = new Map();

function cloneState({ revision, condition, memory }: RuleTargetState): RuleTargetState {
  return { revision, condition, memory: cloneMemory(memory) };
}

function emptyState({ revision, condition }: Rule): RuleTargetState {
  return { revision, condition: INITIAL_STATE, memory: createMemory(condition) };
}

async function readConditions(db: Db, states: States): Promise<void> {
  const ruleTargets = [...states.keys()];
  const byName = new Map(ruleTargets.map((ruleTarget) => [nameOf(ruleTarget), ruleTarget]));
  const names = ruleTargets.map(({ rule, target }) => ({ ruleId: rule.id, targetId: target.targetId }));
  for (const row of await listConditions(db, names)) {
    const ruleTarget = byName.get(`${row.rule_id} ${row.target_id}`);
    const state = ruleTarget && states.get(ruleTarget);
    if (state) state.condition = toConditionState(row);
  }
}

export function toConditionState({
  holds,
  cooldown_until,
  pending_since,
  recovery,
  step,
}: StoredCondition): ConditionState {
  return {
    holds,
    quietUntilMs: cooldown_until?.getTime() ?? null,
    pendingSinceMs: pending_since?.getTime() ?? null,
    recovery: new Map(Object.entries(recovery).map(([key, goodResults]) => [Number(key), goodResults])),
    step,
  };
}

/** Names a rule target uniquely. */
export function nameOf({ rule, target }: RuleTarget): string {
  return `${rule.id} ${target.targetId}`;
}

function toHistoryLoad([ruleTarget, { memory }]: [RuleTarget, RuleTargetState]) {
  const { rule, target, results } = ruleTarget;
  return {
    ruleTarget,
    memory,
    condition: rule.condition,
    targetId: target.targetId,
    seriesCount: target.series.length,
    newestSlotMs: Math.max(...results.map(({ slotMs }) => slotMs)),
  };
}

async function readMetrics(db: Db, states: States): Promise<void> {
  const loads = [...states].flatMap(([{ rule, target, results }, { memory }]) => {
    if (rule.condition.type !== "metric") return [];
    const beforeMs = Math.min(...results.map(({ atMs }) => atMs));
    return [{ params: rule.condition.params, heartbeatId: target.targetId, beforeMs, memory }];
  });
  if (loads.length > 0) await readMetricHistory(db, loads);
}

async function readChanges(db: Db, states: States): Promise<void> {
  const loads = [...states].flatMap(([{ rule, target, results }, { memory }]) => {
    if (rule.condition.type !== "change") return [];
    const beforeMs = Math.min(...results.map(({ atMs }) => atMs));
    return [{ params: rule.condition.params, targetId: target.targetId, beforeMs, memory }];
  });
  if (loads.length > 0) await readLastChanges(db, loads);
}

type Newest = { types: readonly RuleType[]; list: typeof listNewestExpiries };

async function readNewest(db: Db, states: States, { types, list }: Newest): Promise<void> {
  const wanted = [...states].filter(([{ rule }]) => types.includes(rule.condition.type));
  if (wanted.length === 0) return;
  const targetIds = [...new Set(wanted.map(([{ target }]) => target.targetId))];
  const sinceMs = Math.min(...wanted.map(([{ target }]) => target.slotMs)) - NEWEST_WITHIN_MS;
  const rows = Map.groupBy(await list(db, targetIds, new Date(sinceMs)), (row) => row.target_id);
  for (const [{ target }, { memory }] of wanted) {
    for (const { series_key, value } of rows.get(target.targetId) ?? []) memory.newest.set(series_key, value);
  }
}
