import { sendJob } from "../../../platform/jobs/send-job.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { findOtherChannel } from "../../alerting/delivery/delivery-queries.ts";
import { writeNotifications } from "../../alerting/delivery/notifications.ts";
import { markWarned } from "./escalation-queries.ts";
import type { EscalationAlertRow, EscalationRow } from "./escalation-rows.ts";

/** Notifies the owners that a policy reached no one, or that no one acknowledged: through a channel and by mail. */

/** One note an hour for a policy, not one for each alert of an outage. */
const WARN_INTERVAL_MS = 3_600_000;
const NO_CHANNEL = "00000000-0000-0000-0000-000000000000";

export async function warnOwners(
  db: Db,
  warnings: readonly { escalation: EscalationRow; text: string }[],
  nowMs: number,
): Promise<void> {
  const ofPolicies = new Map(warnings.map((warning) => [warning.escalation.policy_id, warning]));
  for (const { escalation, text } of ofPolicies.values()) {
    const { org_id: orgId, policy_id: policyId, policy_name: name, is_drill: isDrill } = escalation;
    if (isDrill) continue;
    const times = { now: new Date(nowMs), since: new Date(nowMs - WARN_INTERVAL_MS) };
    if ((await markWarned(db, orgId, { policyId, ...times })) === 0) continue;
    const note = { title: `Escalation policy "${name}" needs attention`, text };
    const channel = await findOtherChannel(db, orgId, { channelId: NO_CHANNEL, type: "email" });
    if (channel !== null) {
      const notification = {
        orgId,
        alertId: null,
        channelId: channel.id,
        kind: "operator" as const,
        body: note,
      };
      await writeNotifications(db, [notification], nowMs);
    }
    await sendJob(db, { name: "escalations.warn_owners", data: { orgId, ...note } });
  }
}

export function unreachedText(
  policyName: string,
  { step, alerts }: { step: number; alerts: readonly EscalationAlertRow[] },
): string {
  return (
    `Step ${step + 1} of policy "${policyName}" reached no one${about(alerts)}. ` +
    "Check who is on call, and the contact methods of the people that it names."
  );
}

export function unansweredText(
  { policy_name: name }: EscalationRow,
  alerts: readonly EscalationAlertRow[],
): string {
  return `All steps of policy "${name}" were taken, and no one acknowledged${about(alerts)}.`;
}

function about([first, ...others]: readonly EscalationAlertRow[]): string {
  if (first === undefined) return "";
  const more = others.length === 0 ? "" : ` and ${others.length} more`;
  return ` (alert: ${first.title}${more})`;
}
