import type { EscalationStepOutcome } from "@vedette/contract/on-call/escalations.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";
import { requestAdvance } from "./advance-escalations.ts";
import { listOpenAlertsOf, lockEscalation, saveEscalationProgress } from "./escalation-queries.ts";
import { unreachedText, warnOwners } from "./warn-owners.ts";

/**
 * Corrects a step after pages of it turned out to be unreachable: none of their notifications was accepted. If the step
 * reached no one else, the next step follows at once, as after a step that could page no one. Must run in a transaction.
 */
export async function settleStep(db: Db, at: StepKey, nowMs: number): Promise<void> {
  const escalation = await lockEscalation(db, at.escalationId);
  const outcome = escalation && (await correctStep(db, at));
  if (!escalation || outcome !== "reached_no_one") return;
  const { policy_name, is_last: isLast, has_reached: hasReached } = await readRound(db, at);
  const { progress } = escalation;
  const isCurrent = progress.round === at.round;
  const alerts = (await listOpenAlertsOf(db, [escalation.id])).slice(0, ALERTS_NAMED_MAX);
  const text = unreachedText(policy_name, { step: at.step, alerts });
  await saveEscalationProgress(db, escalation.id, {
    progress: isCurrent ? { ...progress, hasReached, isUrgent: progress.isUrgent || isLast } : progress,
    warning: text,
    next: isCurrent && (isLast || !hasReached) ? new Date(nowMs) : null,
  });
  await warnOwners(db, [{ escalation, text }], nowMs);
  // Also because a run of the job skips an escalation that this transaction holds.
  await requestAdvance(db, [nowMs]);
}

export type StepKey = { escalationId: string; round: number; step: number };

/** The text names one and counts the others. */
const ALERTS_NAMED_MAX = 100;

/** Returns the new outcome, or null if it was corrected before or was never taken. */
async function correctStep(db: Db, { escalationId, round, step }: StepKey) {
  const row = await db.find<{ outcome: EscalationStepOutcome }>(sql`
    with entry as (
      select jsonb_agg(case
          when p.outcome = 'unreachable' and e.value ->> 'outcome' = 'paged'
          then e.value || '{"outcome": "unreachable"}' else e.value
        end order by e.ordinality) as notified
      from escalation_step s, jsonb_array_elements(s.notified) with ordinality as e
      left join page p on p.escalation_id = ${escalationId} and p.round = ${round} and p.step = ${step}
        and p.person_id::text = e.value ->> 'personId'
      where s.escalation_id = ${escalationId} and s.round = ${round} and s.step = ${step}
    )
    update escalation_step s set notified = entry.notified,
      outcome = case when entry.notified @? '$[*] ? (@.outcome == "paged" || @.outcome == "notified")'
        then s.outcome else 'reached_no_one' end
    from entry
    where s.escalation_id = ${escalationId} and s.round = ${round} and s.step = ${step} and s.outcome = 'taken'
    returning s.outcome`);
  return row?.outcome ?? null;
}

type RoundRow = { policy_name: string; is_last: boolean; has_reached: boolean };

/** Of a step that exists: whether none was taken after it, and whether another one of its round reached someone. */
async function readRound(db: Db, { escalationId, round, step }: StepKey): Promise<RoundRow> {
  const row = await db.find<RoundRow>(sql`
    select s.policy_name,
      not exists (select from escalation_step l where l.escalation_id = s.escalation_id and l.outcome <> 'skipped'
        and (l.round, l.step) > (s.round, s.step)) as is_last,
      exists (select from escalation_step o where o.escalation_id = s.escalation_id and o.round = s.round
        and o.outcome = 'taken') as has_reached
    from escalation_step s
    where s.escalation_id = ${escalationId} and s.round = ${round} and s.step = ${step}`);
  return row ?? { policy_name: "", is_last: false, has_reached: true };
}
