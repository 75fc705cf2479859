import type { JourneyId, OrgId, RunId } from "@vedette/contract/common/ids.ts";
import type { JourneyStep } from "@vedette/contract/journeys/journey-steps.ts";
import type { JourneyListQuery } from "@vedette/contract/journeys/journeys.ts";
import type { JourneyRunSpec } from "@vedette/contract/runs/run-job.ts";
import type { MonitorStatus } from "@vedette/contract/targets/monitors.ts";
import type { CursorPosition } from "../../../platform/kernel/keyset.ts";
import { textArray } from "../../../platform/storage/array-literal.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { keyset } from "../../../platform/storage/keyset.ts";
import { andOneOf } from "../../../platform/storage/one-of.ts";
import { type Sql, sql } from "../../../platform/storage/sql.ts";

/** The fields that a caller can write, as stored. */
export type JourneyFields = {
  name: string;
  description: string;
  /** Null: on demand only. */
  interval_ms: number | null;
  timeout_ms: number;
  primary_location: string;
  /** The locations of the journey, the primary one first. */
  locations: string[];
  enabled: boolean;
  max_retries: number;
  tags: string[];
  parents: string[];
  steps: JourneyStep[] | null;
  script: string | null;
  viewport: JourneyRunSpec["viewport"];
  device: string | null;
  capture: JourneyRunSpec["capture"];
};

export const JOURNEY_FIELDS = [
  "name",
  "description",
  "interval_ms",
  "timeout_ms",
  "primary_location",
  "locations",
  "enabled",
  "max_retries",
  "tags",
  "parents",
  "steps",
  "script",
  "viewport",
  "device",
  "capture",
] as const satisfies readonly (keyof JourneyFields)[];

export type JourneyRow = JourneyFields & {
  id: JourneyId;
  org_id: OrgId;
  status: MonitorStatus;
  status_since: Date;
  status_reason: string | null;
  paused_reason: "plan" | null;
  schedule_since: Date;
  shard: number;
  created_at: Date;
  updated_at: Date;
};

const PARENTS = sql`array(
  select p.parent_id::text from target_parent p where p.child_id = id order by p.parent_id
) as parents`;

const COLUMNS = sql`id, org_id, name, description, interval_ms, timeout_ms, primary_location, locations, enabled,
  max_retries, tags, steps, script, viewport, device, capture, status, status_since, status_reason, paused_reason, schedule_since,
  shard, created_at, updated_at, ${PARENTS}`;

export const findJourney = (db: Db, orgId: OrgId, id: JourneyId) =>
  db.find<JourneyRow>(sql`select ${COLUMNS} from journey where org_id = ${orgId} and id = ${id}`);

/** Locks the row until the transaction ends, so concurrent changes are serialized. */
export const findJourneyForUpdate = (db: Db, orgId: OrgId, id: JourneyId) =>
  db.find<JourneyRow>(sql`select ${COLUMNS} from journey where org_id = ${orgId} and id = ${id} for update`);

export const listJourneys = (
  db: Db,
  orgId: OrgId,
  { query, position }: { query: JourneyListQuery; position: CursorPosition | null },
) => {
  const { after, order } = keyset(query.sort, SORTED_BY, position);
  return db.rows<JourneyRow>(sql`
    select ${COLUMNS} from journey
    where org_id = ${orgId}${filters(query)}${after}${order} limit ${query.limit + 1}`);
};

const SORTED_BY = { at: sql`created_at`, name: sql`name`, id: sql`id` };

const NOTHING = sql``;

function filters({ status, tag, q }: JourneyListQuery): Sql {
  const byTag = tag ? sql` and ${tag} = any(tags)` : NOTHING;
  const pattern = `%${(q ?? "").replaceAll(/[\\%_]/g, "\\$&")}%`;
  const byText = q ? sql` and (name ilike ${pattern} or description ilike ${pattern})` : NOTHING;
  return sql`${andOneOf(sql`status`, status)}${byTag}${byText}`;
}

export const insertJourney = (
  db: Db,
  orgId: OrgId,
  {
    id,
    fields,
    status,
    shard,
    now,
  }: { id: JourneyId; fields: JourneyFields; status: MonitorStatus; shard: number; now: Date },
) =>
  db.find<JourneyRow>(sql`
    with made_target as (insert into target (id, org_id, kind) values (${id}, ${orgId}, 'journey'))
    insert into journey (id, org_id, name, description, interval_ms, timeout_ms, primary_location, locations, enabled,
      max_retries, tags, steps, script, viewport, device, capture, status, status_since, schedule_since, shard,
      created_at, updated_at)
    values (${id}, ${orgId}, ${fields.name}, ${fields.description}, ${fields.interval_ms}, ${fields.timeout_ms},
      ${fields.primary_location}, ${textArray(fields.locations)}::text[], ${fields.enabled}, ${fields.max_retries},
      ${textArray(fields.tags)}::text[], ${jsonOf(fields.steps)}::json, ${fields.script},
      ${jsonOf(fields.viewport)}::jsonb, ${fields.device}, ${jsonOf(fields.capture)}::jsonb, ${status}, ${now},
      ${now}, ${shard}, ${now}, ${now})
    returning ${COLUMNS}`);

export const updateJourney = (
  db: Db,
  orgId: OrgId,
  {
    id,
    fields,
    lifecycle,
    now,
  }: {
    id: JourneyId;
    fields: JourneyFields;
    lifecycle: Pick<JourneyRow, "status" | "status_since" | "schedule_since">;
    now: Date;
  },
) =>
  db.find<JourneyRow>(sql`
    update journey set name = ${fields.name}, description = ${fields.description},
      interval_ms = ${fields.interval_ms}, timeout_ms = ${fields.timeout_ms},
      primary_location = ${fields.primary_location}, locations = ${textArray(fields.locations)}::text[],
      enabled = ${fields.enabled},
      paused_reason = case when not ${fields.enabled} then paused_reason end, max_retries = ${fields.max_retries}, tags = ${textArray(fields.tags)}::text[],
      steps = ${jsonOf(fields.steps)}::json, script = ${fields.script}, viewport = ${jsonOf(fields.viewport)}::jsonb,
      device = ${fields.device}, capture = ${jsonOf(fields.capture)}::jsonb, status = ${lifecycle.status},
      status_since = ${lifecycle.status_since}, schedule_since = ${lifecycle.schedule_since}, updated_at = ${now},
      revision = revision + 1
    where org_id = ${orgId} and id = ${id}
    returning ${COLUMNS}`);

function jsonOf(value: object | null): string | null {
  return value && JSON.stringify(value);
}

/** Same lock order as `deleteMonitor`: the journey is locked before its dependents. */
export const deleteJourney = (db: Db, orgId: OrgId, id: JourneyId) =>
  db.find<JourneyRow>(sql`
    with held as materialized (
      select * from journey where org_id = ${orgId} and id = ${id} for update
    ), deleted as (
      delete from target using held
      where target.org_id = ${orgId} and target.kind = 'journey' and target.id = held.id
    )
    select ${COLUMNS} from held`);

/** Notifies the schedulers of each deleted journey. */
export const deleteAllJourneys = (db: Db, orgId: OrgId) =>
  db.run(sql`
    with held as materialized (
      select id, shard from journey where org_id = ${orgId} order by id for update
    ), deleted as (
      delete from target using held
      where target.org_id = ${orgId} and target.kind = 'journey' and target.id = held.id
    )
    select pg_notify('monitor_changed', shard || ':' || id) from held`);

export type BaselineRow = {
  label: string;
  viewport: string;
  location: string;
  bytes: number;
  run_id: RunId;
  accepted_by: string | null;
  accepted_at: Date;
  /** The newest artifact with this image. */
  artifact_id: string | null;
};

/** float8 holds every file size exactly, and the driver returns it as a number. */
const BASELINE_COLUMNS = sql`b.label, b.viewport, b.location, b.bytes::float8 as bytes, b.run_id, b.accepted_by,
  b.accepted_at, (
    select a.id from artifact a where a.org_id = b.org_id and a.key = b.key order by a.id desc limit 1
  ) as artifact_id`;

export const listBaselines = (db: Db, orgId: OrgId, { id, limit }: { id: JourneyId; limit: number }) =>
  db.rows<BaselineRow>(sql`
    select ${BASELINE_COLUMNS} from visual_baseline b
    where b.org_id = ${orgId} and b.target_id = ${id}
    order by b.label, b.viewport, b.location limit ${limit}`);

/** The location of a journey's run. */
export const findRunLocation = (db: Db, orgId: OrgId, { id, runId }: { id: JourneyId; runId: RunId }) =>
  db.find<{ location: string }>(
    sql`select location from run where org_id = ${orgId} and target_id = ${id} and id = ${runId}`,
  );

/**
 * The newest screenshot of a label in a run. The lock keeps its row, and so its file, until the transaction
 * ends.
 */
export const lockScreenshot = (db: Db, orgId: OrgId, { runId, label }: { runId: RunId; label: string }) =>
  db.find<{ key: string; bytes: number }>(sql`
    select key, bytes::float8 as bytes from artifact
    where org_id = ${orgId} and run_id = ${runId} and kind = 'screenshot' and label = ${label}
    order by id desc limit 1 for key share`);

export type NewBaseline = {
  id: JourneyId;
  label: string;
  viewport: string;
  location: string;
  key: string;
  bytes: number;
  runId: RunId;
  acceptedBy: string;
  now: Date;
};

export const upsertBaseline = (db: Db, orgId: OrgId, baseline: NewBaseline) =>
  db.find<BaselineRow>(sql`
    with b as (
      insert into visual_baseline (target_id, label, viewport, location, org_id, key, bytes, run_id, accepted_by,
        accepted_at)
      values (${baseline.id}, ${baseline.label}, ${baseline.viewport}, ${baseline.location}, ${orgId}, ${baseline.key},
        ${baseline.bytes}, ${baseline.runId}, ${baseline.acceptedBy}, ${baseline.now})
      on conflict (target_id, label, viewport, location) do update
        set key = excluded.key, bytes = excluded.bytes, run_id = excluded.run_id, accepted_by = excluded.accepted_by,
          accepted_at = excluded.accepted_at
      returning *
    )
    select ${BASELINE_COLUMNS} from b`);
