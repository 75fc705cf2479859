import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { TargetKind } from "@vedette/contract/targets/target-fields.ts";
import { textArray } from "../../../platform/storage/array-literal.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";
import { storedResults } from "../../results/closed/stored-results.ts";

/* When the checks of a target failed at each location, from the ledger of results. */

export type LocationFailureRow = {
  alert_id: string;
  target_id: string;
  target_kind: TargetKind;
  target_name: string;
  location: string;
  first_failure_at: Date;
  last_failure_at: Date;
  recovered_at: Date | null;
  /** Of the first failure. */
  error: string | null;
};

/** A condition may hold longer before its alert opens: error rates of a day. */
const LOOK_BACK_HOURS = 25;
/** After an alert resolved, other locations may recover for some time. */
const LOOK_AHEAD_HOURS = 1;

const TIMELINE = { columns: sql`series_key, slot, late_ms, status, details`, seriesKey: sql`s.series_key` };
const FAILED = ["down", "degraded"] as const;

/**
 * Returns, for each alert and each location of its target, the first check that failed (down or degraded) after the last
 * good one before the alert, the last one that failed while the alert was open, and the first good one after it. Locations
 * without a failure are left out. Times are those at which the checks started.
 */
export const listLocationFailures = (db: Db, orgId: OrgId, alertIds: readonly string[], now: Date) =>
  db.rows<LocationFailureRow>(sql`
    select a.id as alert_id, a.target_id, a.target_kind, a.target_name, s.location,
      started.at as first_failure_at, ended.at as last_failure_at, recovered.at as recovered_at, started.error
    from alert a
    join stored_target t on t.id = a.target_id and t.org_id = a.org_id
    join series s on s.target_id = t.id and s.step is null
    cross join lateral (
      select a.triggered_at - ${LOOK_BACK_HOURS} * interval '1 hour' as since,
        coalesce(a.resolved_at, ${now}::timestamptz) as until
    ) span
    cross join lateral (
      select coalesce((
        select max(slot) from ${storedResults({ ...TIMELINE, from: sql`span.since`, to: sql`a.triggered_at`, statuses: ["up"] })} r
        where r.series_key = s.series_key and r.slot >= span.since and r.slot < a.triggered_at and r.status = 'u'
      ), span.since) as slot
    ) good
    cross join lateral (
      select slot, slot + late_ms * interval '1 millisecond' as at, details -> 'error' ->> 'message' as error
      from ${storedResults({
        ...{ ...TIMELINE, from: sql`good.slot`, to: sql`span.until`, statuses: FAILED },
        closest: { end: "oldest", results: 1 },
      })} r
      where r.series_key = s.series_key and r.slot > good.slot and r.slot <= span.until and r.status in ('d', 'g')
      order by slot limit 1
    ) started
    cross join lateral (
      select slot, slot + late_ms * interval '1 millisecond' as at
      from ${storedResults({
        ...{ ...TIMELINE, from: sql`started.slot`, to: sql`span.until`, statuses: FAILED },
        closest: { end: "newest", results: 1 },
      })} r
      where r.series_key = s.series_key and r.slot >= started.slot and r.slot <= span.until and r.status in ('d', 'g')
      order by slot desc limit 1
    ) ended
    left join lateral (
      select slot + late_ms * interval '1 millisecond' as at
      from ${storedResults({
        ...{ ...TIMELINE, from: sql`ended.slot`, statuses: ["up"] },
        to: sql`(span.until + ${LOOK_AHEAD_HOURS} * interval '1 hour')`,
        closest: { end: "oldest", results: 1 },
      })} r
      where r.series_key = s.series_key and r.slot > ended.slot and r.status = 'u'
        and r.slot <= span.until + ${LOOK_AHEAD_HOURS} * interval '1 hour'
      order by slot limit 1
    ) recovered on true
    where a.org_id = ${orgId} and a.id = any(${textArray(alertIds)}::uuid[])
    order by started.at, a.target_name, s.location`);
