import type { OrgId, RunId, TargetId } from "@vedette/contract/common/ids.ts";
import type { RunErrorCode } from "@vedette/contract/runs/run-errors.ts";
import type { RunKind, StepOutcome } from "@vedette/contract/runs/run-job.ts";
import type { Run, RunStatus, RunTrigger } from "@vedette/contract/runs/runs.ts";
import { textArray } from "../../../platform/storage/array-literal.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";

export type RunRow = {
  id: RunId;
  org_id: OrgId;
  target_id: TargetId;
  kind: RunKind;
  status: RunStatus;
  trigger: RunTrigger;
  location: string;
  runner: string | null;
  attempt: number;
  max_attempts: number;
  attempts: Run["attempts"];
  queued_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
  duration_ms: number | null;
  error: { code: RunErrorCode; message: string; step_index: number | null } | null;
  steps_total: number;
  steps_passed: number;
  web_vitals: NonNullable<Run["web_vitals"]> | null;
  visual_diff_percent: number | null;
  artifact_error: string | null;
};

const COLUMNS = sql`r.id, r.org_id, r.target_id, r.kind, r.status, r.trigger, r.location, r.runner, r.attempt,
  r.max_attempts, r.queued_at, r.started_at, r.finished_at, r.duration_ms, r.error, r.steps_total, r.steps_passed, r.attempts,
  r.web_vitals, r.visual_diff_percent, r.artifact_error`;

export const findRun = (db: Db, orgId: OrgId, id: RunId) =>
  db.find<RunRow>(sql`select ${COLUMNS} from run r where r.org_id = ${orgId} and r.id = ${id}`);

export type RunFilters = {
  targetId?: TargetId | undefined;
  kind?: RunKind | undefined;
  status?: readonly RunStatus[] | undefined;
  trigger?: RunTrigger | undefined;
  location?: string | undefined;
  /** The first id of an instant: ids sort by time. */
  fromId?: string | undefined;
  toId?: string | undefined;
};

export type RunPage = { order: "oldest" | "newest"; afterId: RunId | null; limit: number };

export const listRuns = (db: Db, orgId: OrgId, { filters, page }: { filters: RunFilters; page: RunPage }) => {
  const { targetId, kind, status, trigger, location, fromId, toId } = filters;
  const isNewest = page.order === "newest";
  const conditions = [
    targetId && sql` and r.target_id = ${targetId}`,
    kind && sql` and r.kind = ${kind}`,
    status && sql` and r.status = any (${textArray(status)}::text[])`,
    trigger && sql` and r.trigger = ${trigger}`,
    location && sql` and r.location = ${location}`,
    fromId && sql` and r.id >= ${fromId}::uuid`,
    toId && sql` and r.id < ${toId}::uuid`,
    page.afterId &&
      (isNewest ? sql` and r.id < ${page.afterId}::uuid` : sql` and r.id > ${page.afterId}::uuid`),
  ];
  const where = conditions.reduce((all, one) => (one ? sql`${all}${one}` : all), sql``);
  const order = isNewest ? sql`r.id desc` : sql`r.id`;
  return db.rows<RunRow>(
    sql`select ${COLUMNS} from run r where r.org_id = ${orgId}${where} order by ${order} limit ${page.limit}`,
  );
};

/** The newest ended run of each of these targets; targets without an ended run have no row. */
export const listLastRuns = (db: Db, orgId: OrgId, targetIds: readonly TargetId[]) =>
  db.rows<RunRow>(sql`
    select last.* from unnest(${textArray(targetIds)}::uuid[]) as wanted (id)
    cross join lateral (
      select ${COLUMNS} from run r
      where r.org_id = ${orgId} and r.target_id = wanted.id and r.stage is null
      order by r.id desc limit 1
    ) as last`);

/**
 * Step data without a column of its own; absent keys are omitted. Written by `stepRow` in
 * pipeline/runs/run-draft.ts.
 */
export type StepDetails = Partial<
  Pick<
    StepOutcome,
    | "request"
    | "response"
    | "assertions"
    | "extracted"
    | "screenshot"
    | "visualDiff"
    | "console"
    | "failedRequests"
  >
>;

export type RunStepRow = Pick<StepOutcome, "index" | "name" | "action" | "status" | "url" | "error"> & {
  attempt: number;
  started_at: Date | null;
  duration_ms: number | null;
  details: StepDetails | null;
};

/** The steps of the given attempt, or of the last attempt that has steps. */
export const listRunSteps = (
  db: Db,
  orgId: OrgId,
  { runId, attempt }: { runId: RunId; attempt: number | null },
) =>
  db.rows<RunStepRow>(sql`
    select s.index, s.name, s.action, s.status, s.url, s.error, s.attempt, s.started_at, s.duration_ms, s.details
    from run r join run_step s on s.run_id = r.id
    where r.org_id = ${orgId} and r.id = ${runId} and s.run_id = ${runId}
      and s.attempt = coalesce(${attempt}::int2, (select max(attempt) from run_step where run_id = ${runId}))
    order by s.index`);
