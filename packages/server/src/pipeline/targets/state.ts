import { isDeepStrictEqual } from "node:util";
import type { LiveEvent } from "@vedette/contract/common/events.ts";
import type { OrgId } from "@vedette/contract/common/ids.ts";
import { statusEvent } from "@vedette/contract/targets/status-event.ts";
import type { Db } from "../../platform/storage/database.ts";
import type { StateAfterUpdate } from "./queries.ts";
import { seriesLocations } from "./series-locations.ts";
import { addLocations, dropOtherLocations, insertStatusChange, resetLocations } from "./series-queries.ts";
import type { TargetFields, TargetRow } from "./target-row.ts";

/** Status, schedule and series of a target after an update. */

type Scheduled = Pick<TargetFields, "interval_ms" | "locations" | "enabled">;

/** Returns the status and the start of the schedule after an update. */
export function stateAfterUpdate(
  row: StateAfterUpdate & Scheduled,
  fields: Scheduled,
  now: Date,
): StateAfterUpdate {
  const schedule_since = isRescheduled(row, fields) ? now : row.schedule_since;
  const { status, status_since } = row;
  if (row.enabled === fields.enabled) return { status, status_since, schedule_since };
  return {
    status: fields.enabled ? "pending" : "paused",
    // The instant identifies a status change of a target, so no two share one.
    status_since: new Date(Math.max(now.getTime(), status_since.getTime() + 1)),
    schedule_since,
  };
}

/** Returns the status of a target in the trash: paused, unless it was paused before. */
export function stateInTrash(row: TargetRow, now: Date): StateAfterUpdate {
  return stateAfterUpdate(row, { ...row, enabled: false }, now);
}

/** Returns whether the slots change, so that the schedule restarts now. */
function isRescheduled(row: Scheduled, fields: Scheduled): boolean {
  return (
    row.interval_ms !== fields.interval_ms ||
    !isDeepStrictEqual(row.locations, fields.locations) ||
    (!row.enabled && fields.enabled)
  );
}

type Updated = Pick<TargetRow, "id" | "kind" | "name" | "locations" | "enabled" | "status" | "status_since">;

/** Updates series and history. Returns the event of a pause or resumption, or null. */
export async function afterUpdate(
  db: Db,
  orgId: OrgId,
  { before, after, now }: { before: TargetRow; after: Updated; now: Date },
): Promise<LiveEvent | null> {
  const { id, enabled, status, status_since: at } = after;
  if (!isDeepStrictEqual(before.locations, after.locations)) {
    const locations = seriesLocations(after);
    await addLocations(db, orgId, { id, locations, now });
    await dropOtherLocations(db, orgId, { id, locations });
  }
  if (before.enabled === enabled) return null;
  const previousStatus = before.status;
  if (enabled) await resetLocations(db, orgId, { ids: [id], now: at });
  await insertStatusChange(db, orgId, { id, at, status, previousStatus });
  return statusEvent(orgId, { ...after, previousStatus, atMs: at.getTime() });
}
