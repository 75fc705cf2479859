import type { OrgId, TargetId } from "@vedette/contract/common/ids.ts";
import type { ReceivedResponse, StepOutcome } from "@vedette/contract/runs/run-job.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";
import { RESULT_COLUMNS, storedResults } from "../../results/closed/stored-results.ts";
import type { StoredDetails } from "../../results/recording/queries.ts";

export type StoredResponseRow = {
  slot: Date;
  response_us: number | null;
  dns_us: number | null;
  connect_us: number | null;
  tls_us: number | null;
  ttfb_us: number | null;
  body_bytes: number | null;
  status_code: number | null;
  ip: string | null;
  details: StoredDetails | null;
  /** Of the kept response; null if none was kept. */
  headers: Record<string, string> | null;
  body: string | null;
  body_truncated: boolean | null;
};

/**
 * Returns the newest success of a series up to an instant, or its oldest failure from an instant on. Both look at most a
 * day away, so that few partitions are read.
 */
export const findStoredResponse = (
  db: Db,
  { seriesKey, at, which }: { seriesKey: number; at: Date; which: "last_good" | "first_bad" },
) => {
  const dayMs = 86_400_000;
  const [from, to, statuses, order] =
    which === "last_good"
      ? [new Date(at.getTime() - dayMs), at, sql`r.status in ('u', 'g')`, sql`desc`]
      : [at, new Date(at.getTime() + dayMs), sql`r.status <> 'u' and r.status = 'd'`, sql`asc`];
  return db.find<StoredResponseRow>(sql`
    select r.*, host(c.ip) as ip, b.headers, b.body, b.body_truncated
    from (
      select slot, series_key, response_us, dns_us, connect_us, tls_us, ttfb_us, body_bytes, status_code, details,
        connection_key
      from ${storedResults({ columns: RESULT_COLUMNS, seriesKey, from, to })} r
      where r.series_key = ${seriesKey} and r.slot >= ${from} and r.slot <= ${to} and ${statuses}
      order by r.slot ${order} limit 1
    ) r
    join check_connection c on c.connection_key = r.connection_key
    left join result_body b on b.series_key = r.series_key and b.slot = r.slot`);
};

export type EndedRunRow = {
  id: string;
  error: { code: string; message: string; step_index: number | null } | null;
};

/** Returns the newest run of a target at a location that failed, or that passed before another one. */
export const findEndedRun = (
  db: Db,
  orgId: OrgId,
  {
    targetId,
    location,
    status,
    beforeId,
  }: { targetId: TargetId; location: string; status: "passed" | "failed"; beforeId: string | null },
) =>
  db.find<EndedRunRow>(sql`
    select id, error from run
    where org_id = ${orgId} and target_id = ${targetId} and location = ${location} and status = ${status}
      and (${beforeId}::uuid is null or id < ${beforeId}::uuid)
    order by id desc limit 1`);

export type StoredStepRow = Pick<StepOutcome, "index" | "name" | "action" | "url" | "error"> & {
  started_at: Date | null;
  details:
    | (Partial<Pick<StepOutcome, "console" | "failedRequests" | "dom">> & {
        response?: ReceivedResponse | null;
      })
    | null;
};

/** Returns a step of the last attempt of a run, by its index or its name. */
export const findStoredStep = (
  db: Db,
  orgId: OrgId,
  { runId, step }: { runId: string; step: { index: number } | { name: string } },
) =>
  db.find<StoredStepRow>(sql`
    select s.index, s.name, s.action, s.url, s.error, s.started_at, s.details
    from run r join run_step s on s.run_id = r.id
    where r.org_id = ${orgId} and r.id = ${runId} and s.run_id = ${runId}
      and s.attempt = (select max(attempt) from run_step where run_id = ${runId})
      and ${"index" in step ? sql`s.index = ${step.index}` : sql`s.name = ${step.name}`}
    limit 1`);

/** The files of a step, and those of the whole run, at most `limit`. */
export const listStepFiles = (
  db: Db,
  orgId: OrgId,
  { runId, index, limit }: { runId: string; index: number | null; limit: number },
) =>
  db.rows<{ id: string; kind: string; name: string }>(sql`
    select id, kind, name from artifact
    where org_id = ${orgId} and run_id = ${runId} and (step_index is null or step_index = ${index}::int2)
      and kind <> 'baseline'
    order by id limit ${limit}`);
