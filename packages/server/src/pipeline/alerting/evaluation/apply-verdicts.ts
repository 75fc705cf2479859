import type { LiveEvent } from "@vedette/contract/common/events.ts";
import type { Database } from "../../../platform/storage/database.ts";
import { alertEvent } from "../alerts/alert-event.ts";
import type { AlertTransition } from "../alerts/alert-transition.ts";
import { applyTransitions } from "../alerts/open-alerts.ts";
import type { Suppression } from "../alerts/suppression.ts";
import type { Rule } from "../rules/rule.ts";
import { advanceCondition, INITIAL_STATE } from "./condition-state.ts";
import { toConditionState } from "./evaluation-state.ts";
import { listConditions } from "./queries.ts";
import type { RuleVerdict } from "./rule-verdict.ts";

/** Applies verdicts that no result caused, for the jobs that evaluate rules. */

export type VerdictDeps = {
  database: Database;
  suppression: Suppression;
  publish: (events: readonly LiveEvent[]) => void;
};

/** The verdict on a rule for one of its targets. */
export type Judged = { rule: Rule; target: AlertTransition["target"]; verdict: RuleVerdict };

/** Maximum transitions per transaction. */
const BATCH_MAX = 500;

export async function applyVerdicts(
  { database, suppression, publish }: VerdictDeps,
  judged: readonly Judged[],
  { nowMs, signal }: { nowMs: number; signal: AbortSignal },
): Promise<void> {
  const transitions = judged.length === 0 ? [] : await findTransitions(database, judged, nowMs);
  for (let at = 0; at < transitions.length && !signal.aborted; at += BATCH_MAX) {
    const some = transitions.slice(at, at + BATCH_MAX);
    const { alerts } = await database.transaction((db) => applyTransitions(db, some, { suppression, nowMs }));
    if (alerts.length > 0) publish(alerts.map(alertEvent));
  }
}

async function findTransitions(
  database: Database,
  judged: readonly Judged[],
  nowMs: number,
): Promise<AlertTransition[]> {
  const keys = judged.map(({ rule, target }) => ({ ruleId: rule.id, targetId: target.targetId }));
  const stored = new Map(
    (await listConditions(database, keys)).map((row) => [
      `${row.rule_id} ${row.target_id}`,
      toConditionState(row),
    ]),
  );
  const source = { atMs: nowMs, seriesKey: 0, status: "" };
  return judged.flatMap(({ rule, target, verdict }): AlertTransition[] => {
    const before = stored.get(`${rule.id} ${target.targetId}`) ?? INITIAL_STATE;
    const { state, transition } = advanceCondition(before, verdict, { source, timing: rule.timing });
    if (state === before) return [];
    const { figures } = verdict;
    return [{ rule, target, type: transition ?? "progress", state, atMs: nowMs, result: null, figures }];
  });
}
