import type { SetStatusRequest } from "@vedette/contract/targets/monitor-state/set-status.ts";
import { audit } from "../../../pipeline/audit/audit.ts";
import { getTarget, type TargetContext } from "../../../pipeline/targets/lifecycle.ts";
import { lockTargetRows, touchTarget } from "../../../pipeline/targets/queries.ts";
import { listSetStatuses, saveSetStatus } from "../../../pipeline/targets/set-status-queries.ts";
import { badFields } from "../../../platform/kernel/errors.ts";
import { MONITORS, type MonitorRow } from "./monitor-type.ts";

/** Sets the status of a manual monitor. The next check, which the change starts, makes it the status of the target. */
export async function setMonitorStatus(
  ctx: TargetContext,
  id: string,
  { status, reason }: Pick<SetStatusRequest, "status" | "reason">,
): Promise<MonitorRow> {
  const { db, orgId } = ctx;
  const row = await getTarget<MonitorRow>(ctx, MONITORS, id);
  if (row.type !== "manual")
    throw badFields([
      { path: "status", message: `can be set for type 'manual' only; this is '${row.type}'` },
    ]);
  await lockTargetRows(db, orgId, [row.id]);
  const before = (await listSetStatuses(db, orgId, [row.id])).get(row.id);
  const wanted = { status, reason: reason || null };
  const now = new Date(ctx.clock.now());
  await saveSetStatus(db, orgId, { id: row.id, ...wanted, by: ctx.actor.name, now });
  await touchTarget(db, orgId, row.id);
  await audit(ctx, {
    action: "monitor.set_status",
    target: { type: "monitor", id: row.id },
    before: before === undefined ? null : { status: before.status, reason: before.reason },
    after: wanted,
  });
  return row;
}
