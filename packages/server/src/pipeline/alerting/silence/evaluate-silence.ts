import type { LiveEvent } from "@vedette/contract/common/events.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import type { Logger } from "../../../platform/kernel/logger.ts";
import type { Database, Db } from "../../../platform/storage/database.ts";
import { withNestedGroups } from "../../selectors/queries.ts";
import { alertEvent } from "../alerts/alert-event.ts";
import { type AlertTransition, applyTransitions } from "../alerts/open-alerts.ts";
import type { Suppression } from "../alerts/suppression.ts";
import { advanceCondition, INITIAL_STATE } from "../evaluation/condition-state.ts";
import { toConditionState } from "../evaluation/evaluation-state.ts";
import { listConditions, listSilenceRules } from "../evaluation/queries.ts";
import { appliesTo, type Rule } from "../rules/rule.ts";
import { toRule } from "../rules/to-rule.ts";
import { listSilentTargets, type SilentTargetRow } from "./queries.ts";
import { isSilenceCondition, type SilenceFacts, silenceVerdict } from "./silence-verdict.ts";

/**
 * Evaluates the rules of the types `missed` and `no_data`, which are about results that do not arrive: as a job,
 * because no result triggers them. Alerts open and resolve like those of other rules.
 */

export type SilenceDeps = {
  database: Database;
  clock: Clock;
  log: Logger;
  suppression: Suppression;
  publish: (events: readonly LiveEvent[]) => void;
};

/**
 * After the start of the process nothing is evaluated for so long: after an outage of Vedette every target would
 * alert at once, and recover with the first result.
 */
const AFTER_START_MS = 120_000;
/** Maximum transitions per transaction. */
const BATCH_MAX = 500;

/** The handler of the job `alerts.silence`. Create it when the process starts. */
export function createSilenceJob(deps: SilenceDeps): (run: { signal: AbortSignal }) => Promise<void> {
  const startedAtMs = deps.clock.monotonic();
  return async ({ signal }) => {
    if (deps.clock.monotonic() - startedAtMs >= AFTER_START_MS) await evaluateSilence(deps, signal);
  };
}

async function evaluateSilence(deps: SilenceDeps, signal: AbortSignal): Promise<void> {
  const { database, clock, suppression, publish } = deps;
  const nowMs = clock.now();
  const transitions = await findTransitions(deps, nowMs);
  for (let at = 0; at < transitions.length && !signal.aborted; at += BATCH_MAX) {
    const some = transitions.slice(at, at + BATCH_MAX);
    const { alerts } = await database.transaction((db) => applyTransitions(db, some, { suppression, nowMs }));
    if (alerts.length > 0) publish(alerts.map(alertEvent));
  }
}

async function findTransitions({ database, log }: SilenceDeps, nowMs: number): Promise<AlertTransition[]> {
  const rows = await withNestedGroups(database, await listSilenceRules(database));
  const rules = rows.flatMap((row) => toRule(row, log) ?? []);
  if (rules.length === 0) return [];
  const targets = await listSilentTargets(database, {
    organizations: shortestTimes(rules),
    ruleIds: rules.map(({ id }) => id),
    now: new Date(nowMs),
  });
  const pairs = targets.flatMap((target) =>
    rules
      .filter((rule) => rule.orgId === target.orgId && appliesTo(rule.condition.type, rule, target))
      .map((rule) => ({ rule, target })),
  );
  return pairs.length === 0 ? [] : transitionsOf(database, pairs, nowMs);
}

/** The shortest time of the rules of each organization. */
function shortestTimes(rules: readonly Rule[]): { orgId: string; minutes: number }[] {
  return [...Map.groupBy(rules, ({ orgId }) => orgId)].map(([orgId, some]) => ({
    orgId,
    minutes: Math.min(
      ...some.map(({ condition }) => (isSilenceCondition(condition) ? condition.params.minutes : Infinity)),
    ),
  }));
}

type Pair = { rule: Rule; target: SilentTargetRow };

async function transitionsOf(db: Db, pairs: readonly Pair[], nowMs: number): Promise<AlertTransition[]> {
  const keys = pairs.map(({ rule, target }) => ({ ruleId: rule.id, targetId: target.targetId }));
  const stored = new Map(
    (await listConditions(db, keys)).map((row) => [`${row.rule_id} ${row.target_id}`, toConditionState(row)]),
  );
  const source = { atMs: nowMs, seriesKey: 0, status: "" };
  return pairs.flatMap(({ rule, target }): AlertTransition[] => {
    if (!isSilenceCondition(rule.condition)) return [];
    const before = stored.get(`${rule.id} ${target.targetId}`) ?? INITIAL_STATE;
    const verdict = silenceVerdict(rule.condition, toFacts(target), nowMs);
    const { state, transition } = advanceCondition(before, verdict, { source, timing: rule.timing });
    if (state === before) return [];
    const { figures } = verdict;
    return [{ rule, target, type: transition ?? "progress", state, atMs: nowMs, result: null, figures }];
  });
}

function toFacts(row: SilentTargetRow): SilenceFacts {
  return {
    status: row.status,
    statusReason: row.status_reason,
    intervalMs: row.interval_ms,
    scheduledSinceMs: row.scheduled_since.getTime(),
    measuredMs: row.measured_at?.getTime() ?? null,
    judgedMs: row.judged_at?.getTime() ?? null,
    gapMs: row.gap_at?.getTime() ?? null,
    locations: row.locations,
  };
}
