import { sendJob } from "../../../platform/jobs/send-job.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { afterStep, decideNext, type SkippedStep, type StepPosition } from "./advance-escalation.ts";
import { type AdvancedRow, insertEscalationSteps, saveAdvanced } from "./escalation-queries.ts";
import type { EscalationAlertRow, EscalationRow, EscalationStepRow } from "./escalation-rows.ts";
import type { ReachPeople } from "./reach-people.ts";
import type { StepToTake } from "./step-to-take.ts";
import { type StepResult, takeSteps } from "./take-steps.ts";
import { unansweredText, unreachedText, warnOwners } from "./warn-owners.ts";

/**
 * Takes all due steps of escalations that the caller holds, in the caller's transaction: steps, pages and notifications
 * are stored together, so that a crash repeats no step and loses none. Several steps without a wait are taken in turn.
 */
export async function advanceEscalations(
  db: Db,
  escalations: readonly EscalationRow[],
  { alerts, nowMs, reach }: { alerts: AlertsOf; nowMs: number; reach: ReachPeople },
): Promise<void> {
  if (escalations.length === 0) return;
  const done: Done = { steps: [], advanced: [], warnings: new Map() };
  let active = escalations;
  while (active.length > 0) {
    const due = active.flatMap((escalation) => toTake(escalation, { alerts, nowMs, done }) ?? []);
    const results = await takeSteps(db, due, { nowMs, reach });
    active = due.map((step) => finishStep(step, results.get(step), { nowMs, done }));
  }
  const now = new Date(nowMs);
  if (done.steps.length > 0) await insertEscalationSteps(db, done.steps, now);
  await saveAdvanced(db, done.advanced, now);
  await warnOwners(db, [...done.warnings.values()], nowMs);
  await requestAdvance(
    db,
    done.advanced.flatMap(({ next_ms: nextMs }) => nextMs ?? []),
  );
}

export type AlertsOf = ReadonlyMap<string, readonly EscalationAlertRow[]>;

type Warning = { escalation: EscalationRow; text: string };
type Done = { steps: EscalationStepRow[]; advanced: AdvancedRow[]; warnings: Map<string, Warning> };

/** Returns the step that is due, or null; then the escalation waits or has ended. */
function toTake(
  before: EscalationRow,
  { alerts, nowMs, done }: { alerts: AlertsOf; nowMs: number; done: Done },
): StepToTake | null {
  const decision = decideNext(before.plan, before.progress, { nowMs, severity: before.severity });
  const escalation = { ...before, progress: decision.progress };
  const { policy, round, step } = decision.progress;
  for (const skipped of decision.skipped) done.steps.push(skippedRow(escalation, skipped));
  const definition = escalation.plan[policy]?.steps[step];
  const ofEscalation = alerts.get(escalation.id) ?? [];
  if (decision.type === "take" && definition)
    return { escalation, definition, round, step, alerts: ofEscalation };
  const isOver = decision.type === "end";
  if (isOver) {
    const known = done.warnings.get(escalation.id)?.text;
    const text = known ?? unansweredText(escalation, ofEscalation);
    done.warnings.set(escalation.id, { escalation, text });
  }
  done.advanced.push({
    id: escalation.id,
    progress: escalation.progress,
    warning: done.warnings.get(escalation.id)?.text ?? escalation.warning,
    next_ms: decision.type === "wait" ? decision.untilMs : null,
  });
  return null;
}

function finishStep(
  taken: StepToTake,
  result: StepResult | undefined,
  { nowMs, done }: { nowMs: number; done: Done },
): EscalationRow {
  const { escalation, alerts, round, step } = taken;
  const { reached, notified } = result ?? { reached: false, notified: [] };
  const outcome = reached ? "taken" : "reached_no_one";
  done.steps.push({
    ...rowOf(escalation, escalation.progress),
    round,
    step,
    outcome,
    reason: null,
    notified,
  });
  if (!reached) {
    const text = unreachedText(policyOf(escalation, escalation.progress).name, { step, alerts });
    done.warnings.set(escalation.id, { escalation, text });
  }
  return { ...escalation, progress: afterStep(escalation.progress, { reached, nowMs }) };
}

function skippedRow(escalation: EscalationRow, skipped: SkippedStep): EscalationStepRow {
  const { round, step, reason } = skipped;
  return { ...rowOf(escalation, skipped), round, step, outcome: "skipped", reason, notified: [] };
}

function rowOf(escalation: EscalationRow, at: StepPosition) {
  const { id, name } = policyOf(escalation, at);
  const { id: escalation_id, org_id } = escalation;
  return { escalation_id, org_id, policy_id: id, policy_name: name };
}

function policyOf({ plan, policy_id, policy_name }: EscalationRow, { policy }: Pick<StepPosition, "policy">) {
  return plan[policy] ?? { id: policy_id, name: policy_name };
}

/** Requests runs of the job at these times, once the transaction commits. */
export async function requestAdvance(db: Db, timesMs: readonly number[]): Promise<void> {
  for (const ms of new Set(timesMs))
    await sendJob(db, { name: "escalations.advance", data: {} }, { startAt: new Date(ms) });
}
