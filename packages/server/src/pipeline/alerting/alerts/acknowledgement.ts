import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { startEscalations } from "../../on-call/escalations/start-escalations.ts";
import { escalatedIds, stopEscalations } from "../../on-call/escalations/stop-escalations.ts";
import { type AlertRow, acknowledgeAlert, unacknowledgeAlert } from "./queries.ts";

/**
 * Acknowledges an open alert and stops its escalation. `by` is the ID of the actor. Returns null if it is acknowledged
 * already, or not open.
 */
export async function acknowledgeOpenAlert(
  db: Db,
  orgId: OrgId,
  { id, by, nowMs }: { id: string; by: string; nowMs: number },
): Promise<AlertRow | null> {
  const row = await acknowledgeAlert(db, orgId, { id, by, now: new Date(nowMs) });
  if (row !== null) await stopEscalations(db, escalatedIds([row]), { reason: "acknowledged", nowMs });
  return row;
}

/** Withdraws an acknowledgement and lets the escalation go on. Returns null if there is none, or the alert is not open. */
export async function unacknowledgeOpenAlert(
  db: Db,
  orgId: OrgId,
  { id, nowMs }: { id: string; nowMs: number },
): Promise<AlertRow | null> {
  const row = await unacknowledgeAlert(db, orgId, { id, now: new Date(nowMs) });
  if (row !== null) await startEscalations(db, [row], nowMs);
  return row;
}
