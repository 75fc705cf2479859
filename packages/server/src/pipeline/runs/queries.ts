import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { RunKind, StepOutcome } from "@vedette/contract/runs/run-job.ts";
import type { RunStatus, RunTrigger } from "@vedette/contract/runs/runs.ts";
import { textArray } from "../../platform/storage/array-literal.ts";
import type { Db } from "../../platform/storage/database.ts";
import { sql } from "../../platform/storage/sql.ts";
import type { OpenRun } from "./run-queue.ts";

/*
 * The run engine serves all organizations, so these statements, unlike those of API resources, do not start
 * with an organization id. Statements for user requests do.
 */

/** The key of a run queue. */
export type RunQueueKey = { targetId: string; location: string };

/** Overrides of the definition by the triggering CI pipeline. */
export type RunOverrides = { variables?: Record<string, string>; base_url?: string };

/** A finished attempt, as stored in its run. */
export type AttemptRecord = {
  attempt: number;
  runner: string | null;
  started_at: string | null;
  finished_at: string;
  status: "passed" | "failed";
  error: StoredRunError | null;
};
export type StoredRunError = { code: string; message: string; step_index: number | null };

export type OpenRunRow = {
  id: string;
  org_id: string;
  target_id: string;
  kind: RunKind;
  location: string;
  trigger: RunTrigger;
  slot_ms: number;
  stage: OpenRun["stage"];
  due_ms: number | null;
  attempt: number;
  max_attempts: number;
  lease: number;
  timeout_ms: number;
  overrides: RunOverrides | null;
  runner: string | null;
  queued_ms: number;
  started_ms: number | null;
  attempt_started_ms: number | null;
  attempts: AttemptRecord[];
  steps_total: number;
};

/** The open runs of these queues, oldest first, locked until the transaction ends. */
export const lockOpenRuns = (db: Db, runQueues: readonly RunQueueKey[]) =>
  db.rows<OpenRunRow>(sql`
    select r.id, org_id, r.target_id, kind, r.location, trigger, ${epochMs("slot")} as slot_ms, stage,
      ${epochMs("due_at")} as due_ms, attempt, max_attempts, lease, timeout_ms, overrides, runner,
      ${epochMs("queued_at")} as queued_ms, ${epochMs("started_at")} as started_ms,
      ${epochMs("attempt_started_at")} as attempt_started_ms, attempts, steps_total
    from run r
    join unnest(${textArray(runQueues.map(({ targetId }) => targetId))}::uuid[],
      ${textArray(runQueues.map(({ location }) => location))}::text[]) as l(target_id, location)
      on r.target_id = l.target_id and r.location = l.location
    where r.stage is not null
    order by r.target_id, r.location, r.id
    for update of r`);

const COLUMNS_IN_MS = {
  slot: sql`slot`,
  due_at: sql`due_at`,
  queued_at: sql`queued_at`,
  started_at: sql`started_at`,
  attempt_started_at: sql`attempt_started_at`,
};

function epochMs(column: keyof typeof COLUMNS_IN_MS) {
  return sql`(extract(epoch from ${COLUMNS_IN_MS[column]}) * 1000)::float8`;
}

export type NewRunRow = Pick<
  OpenRunRow,
  "id" | "org_id" | "target_id" | "kind" | "location" | "trigger" | "slot_ms" | "max_attempts" | "timeout_ms"
> & { overrides: RunOverrides | null; queued_ms: number; steps_total: number };

/** Inserts queued runs. Skips a slot that already has a run; the returned `id`s are the inserted ones. */
export const insertRuns = (db: Db, runs: readonly NewRunRow[]) =>
  db.rows<{ id: string }>(sql`
    insert into run (id, org_id, target_id, kind, location, trigger, slot, status, stage, due_at, max_attempts,
      timeout_ms, overrides, queued_at, steps_total)
    select id, org_id, target_id, kind, location, trigger, to_timestamp(slot_ms / 1000.0), 'running', 'queued',
      to_timestamp(queued_ms / 1000.0), max_attempts, timeout_ms, overrides, to_timestamp(queued_ms / 1000.0),
      steps_total
    from jsonb_to_recordset(${JSON.stringify(runs)}::jsonb) as g(id uuid, org_id uuid, target_id uuid, kind text,
      location text, trigger text, slot_ms float8, max_attempts int2, timeout_ms int4, overrides jsonb,
      queued_ms float8, steps_total int2)
    on conflict (target_id, location, slot) do nothing
    returning id`);

export type RunChange = {
  id: string;
  status: RunStatus;
  stage: OpenRun["stage"] | null;
  due_ms: number | null;
  attempt: number;
  lease: number;
  timeout_ms: number;
  runner: string | null;
  started_ms: number | null;
  attempt_started_ms: number | null;
  finished_ms: number | null;
  duration_ms: number | null;
  error: StoredRunError | null;
  attempts: AttemptRecord[];
  /** Null leaves the number unchanged. */
  steps_total: number | null;
  steps_passed: number | null;
  web_vitals: Record<string, number | null> | null;
  visual_diff_percent: number | null;
  artifact_error: string | null;
};

/** Writes finished runs first: the unique index of active runs is checked row by row. */
export async function updateRuns(db: Db, changes: readonly RunChange[]): Promise<void> {
  const [ending, others] = [
    changes.filter((run) => run.stage === null),
    changes.filter((run) => run.stage !== null),
  ];
  for (const some of [ending, others]) if (some.length > 0) await updateSome(db, some);
}

const updateSome = (db: Db, changes: readonly RunChange[]) =>
  db.run(sql`
    update run r set status = g.status, stage = g.stage, due_at = to_timestamp(g.due_ms / 1000.0),
      attempt = g.attempt, lease = g.lease, timeout_ms = g.timeout_ms, runner = g.runner,
      started_at = to_timestamp(g.started_ms / 1000.0),
      attempt_started_at = to_timestamp(g.attempt_started_ms / 1000.0),
      finished_at = to_timestamp(g.finished_ms / 1000.0), duration_ms = g.duration_ms, error = g.error,
      attempts = g.attempts, steps_total = coalesce(g.steps_total, r.steps_total),
      steps_passed = coalesce(g.steps_passed, r.steps_passed), web_vitals = coalesce(g.web_vitals, r.web_vitals),
      visual_diff_percent = coalesce(g.visual_diff_percent, r.visual_diff_percent),
      artifact_error = coalesce(g.artifact_error, r.artifact_error)
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as g(id uuid, status text, stage text, due_ms float8,
      attempt int2, lease int4, timeout_ms int4, runner text, started_ms float8, attempt_started_ms float8,
      finished_ms float8, duration_ms int4, error jsonb, attempts jsonb, steps_total int2, steps_passed int2, web_vitals jsonb,
      visual_diff_percent float4, artifact_error text)
    where r.id = g.id`);

export type StepRow = { run_id: string; attempt: number } & Pick<
  StepOutcome,
  "index" | "name" | "action" | "status" | "url" | "error"
> & { started_ms: number | null; duration_ms: number | null; details: Record<string, unknown> | null };

/** Inserts the steps of attempts; the steps of an attempt are written once. */
export const insertSteps = (db: Db, steps: readonly StepRow[]) =>
  db.run(sql`
    insert into run_step (run_id, attempt, index, name, action, status, started_at, duration_ms, error, url, details)
    select run_id, attempt, index, name, action, status, to_timestamp(started_ms / 1000.0), duration_ms, error, url,
      details
    from json_to_recordset(${JSON.stringify(steps)}::json) as g(run_id uuid, attempt int2, index int2, name text,
      action text, status text, started_ms float8, duration_ms int4, error jsonb, url text, details json)
    on conflict (run_id, attempt, index) do nothing`);

/** Run queues with a run whose deadline has passed. */
export async function listDueRunQueues(
  db: Db,
  { now, limit }: { now: Date; limit: number },
): Promise<RunQueueKey[]> {
  const rows = await db.rows<{ target_id: string; location: string }>(sql`
    select distinct target_id, location from (
      select target_id, location from run where stage is not null and due_at <= ${now} order by due_at limit ${limit}
    ) as due`);
  return rows.map(({ target_id: targetId, location }) => ({ targetId, location }));
}

export const countQueued = async (
  db: Db,
  orgId: string,
  { targetId, location }: RunQueueKey,
): Promise<number> => {
  const row = await db.find<{ count: number }>(sql`
    select count(*)::int4 as count from run
    where org_id = ${orgId} and target_id = ${targetId} and location = ${location} and stage = 'queued'`);
  return row?.count ?? 0;
};

export type CancelledRun = Pick<OpenRunRow, "id" | "kind" | "location" | "attempt">;

/** Cancels the open runs of a deleted target. */
export const cancelOpenRuns = (
  db: Db,
  orgId: string,
  { targetId, now, error }: { targetId: string; now: Date; error: StoredRunError },
) =>
  db.rows<CancelledRun>(sql`
    update run set status = 'failed', stage = null, due_at = null, finished_at = ${now},
      duration_ms = (extract(epoch from ${now}::timestamptz - attempt_started_at) * 1000)::int4,
      error = ${JSON.stringify(error)}::jsonb
    where org_id = ${orgId} and target_id = ${targetId} and stage is not null
    returning id, kind, location, attempt`);

/** Notifies coordinators of a run queue when the transaction commits. */
export const notifyRunWanted = (db: Db, { targetId, location }: RunQueueKey) =>
  db.run(sql`select pg_notify('run_wanted', ${`${targetId} ${location}`})`);

/**
 * Returns the series keys of these steps at these locations and creates missing ones. A deleted target gets
 * none: its row is locked while a series is added, so a deletion either comes before and is seen, or waits.
 */
export const ensureSeries = (
  db: Db,
  wanted: readonly { targetId: string; location: string; step: string | null }[],
  now: Date,
) =>
  db.rows<{ target_id: string; location: string; step: string | null; series_key: number }>(sql`
    with given as (
      select distinct * from unnest(${textArray(wanted.map(({ targetId }) => targetId))}::uuid[],
        ${textArray(wanted.map(({ location }) => location))}::text[],
        ${textArray(wanted.map(({ step }) => step))}::text[]) as g(target_id, location, step)
    ), missing as (
      select * from given g where not exists (
        select 1 from series s
        where s.target_id = g.target_id and s.location = g.location and s.step is not distinct from g.step)
    ), held as materialized (
      select t.id from target t where t.id in (select target_id from missing) order by t.id for key share
    ), made as (
      insert into series (target_id, location, step, status_since)
      select m.target_id, m.location, m.step, ${now} from missing m join held h on h.id = m.target_id
      on conflict (target_id, location, step) do nothing
      returning target_id, location, step, series_key
    )
    select * from made
    union all
    select s.target_id, s.location, s.step, s.series_key
    from series s join given g
      on s.target_id = g.target_id and s.location = g.location and s.step is not distinct from g.step`);

/** Locks the open runs of an organization until the transaction ends, in the order of run queues. */
export const lockOpenRunsOf = (db: Db, orgId: OrgId) =>
  db.run(sql`
    select from run where org_id = ${orgId} and stage is not null
    order by target_id, location, id for update`);
