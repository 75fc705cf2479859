import { isDeepStrictEqual } from "node:util";
import { comparesRecords } from "@vedette/contract/checks/dns.ts";
import { actorId, audit } from "../../../pipeline/audit/audit.ts";
import { acceptFound, listRecordBaselines } from "../../../pipeline/targets/baseline-queries.ts";
import { getTarget, type TargetContext } from "../../../pipeline/targets/lifecycle.ts";
import { lockTargetRows, touchTarget } from "../../../pipeline/targets/queries.ts";
import { AppError } from "../../../platform/kernel/errors.ts";
import { MONITORS, type MonitorRow } from "./monitor-type.ts";

/** Makes what the newest check of a DNS monitor found its baseline. `shown` is what the caller saw; null for any. */
export async function acceptRecords(
  ctx: TargetContext,
  id: string,
  shown: readonly string[] | null,
): Promise<MonitorRow> {
  const { db, orgId } = ctx;
  const { id: targetId } = await getTarget(ctx, MONITORS, id);
  await lockTargetRows(db, orgId, [targetId]);
  const row = await getTarget<MonitorRow>(ctx, MONITORS, id);
  const baseline = (await listRecordBaselines(db, orgId, [row.id])).get(row.id);
  if (!comparesRecords(row.config))
    throw new AppError("BAD_REQUEST", "This monitor compares no records. Set `expect` to `unchanged` first.");
  const found = baseline?.found ?? null;
  if (baseline === undefined || found === null)
    throw new AppError("BAD_REQUEST", "There is nothing to accept: no check found changed records.");
  if (shown !== null && !isDeepStrictEqual(shown.toSorted(), found)) throw changedAgain();
  await acceptFound(db, orgId, { id: row.id, by: actorId(ctx.actor), now: new Date(ctx.clock.now()) });
  await touchTarget(db, orgId, row.id);
  await audit(ctx, {
    action: "monitor.accept",
    target: { type: "monitor", id: row.id },
    before: { records: baseline.records },
    after: { records: found },
  });
  return row;
}

function changedAgain(): AppError {
  const message =
    "The records have changed again. Get the monitor, and accept what `baseline.found` has now.";
  return new AppError("PRECONDITION_FAILED", message);
}
