import type { ApiStep } from "@vedette/contract/api-monitors/api-steps.ts";
import type { JourneyStep } from "@vedette/contract/journeys/journey-steps.ts";
import type { JourneyRunSpec } from "@vedette/contract/runs/run-job.ts";
import { textArray } from "../../platform/storage/array-literal.ts";
import type { Db } from "../../platform/storage/database.ts";
import { sql } from "../../platform/storage/sql.ts";

/* Definitions of runs, and artifacts of runs other than steps. */

export type JourneyDefinitionRow = {
  id: string;
  timeout_ms: number;
  max_retries: number;
  steps: JourneyStep[] | null;
  script: string | null;
  viewport: { width: number; height: number } | null;
  device: string | null;
  capture: JourneyRunSpec["capture"];
};

export const findJourneys = (db: Db, ids: readonly string[]) =>
  db.rows<JourneyDefinitionRow>(sql`
    select t.id, t.timeout_ms, t.max_retries, c.steps, c.script, c.viewport, c.device, c.capture
    from target t join journey c on c.id = t.id
    where t.id = any(${textArray(ids)}::uuid[]) order by t.id for key share of t`);

export type BaselineName = { targetId: string; location: string; label: string; viewport: string };

/** The baseline images of these journeys' screenshots. */
export const listRunBaselines = (db: Db, targetIds: readonly string[]) =>
  db.rows<{ target_id: string; location: string; label: string; viewport: string; key: string }>(sql`
    select target_id, location, label, viewport, key from visual_baseline
    where target_id = any(${textArray(targetIds)}::uuid[])`);

/** A label keeps its existing baseline. */
export const insertBaselines = (
  db: Db,
  baselines: readonly (BaselineName & { orgId: string; key: string; bytes: number; runId: string })[],
  now: Date,
) =>
  db.run(sql`
    insert into visual_baseline (target_id, label, viewport, location, org_id, key, bytes, run_id, accepted_at)
    select "targetId", label, viewport, location, "orgId", key, bytes, "runId", ${now}
    from jsonb_to_recordset(${JSON.stringify(baselines)}::jsonb) as g("targetId" uuid, label text, viewport text,
      location text, "orgId" uuid, key text, bytes int8, "runId" uuid)
    where exists (select 1 from target t where t.id = "targetId")
    on conflict (target_id, label, viewport, location) do nothing`);

export type ComparedBaseline = Pick<
  RunArtifactRow,
  "id" | "org_id" | "run_id" | "name" | "key" | "step_index" | "label"
>;

/**
 * Links baselines to the runs that were compared with them, so that they stay visible there after the
 * original run is deleted.
 */
export const insertComparedBaselines = (db: Db, baselines: readonly ComparedBaseline[], now: Date) =>
  db.run(sql`
    insert into artifact (id, org_id, run_id, kind, name, content_type, bytes, key, step_index, label, created_at)
    select g.id, g.org_id, g.run_id, 'baseline', g.name, 'image/png', b.bytes, g.key, g.step_index, g.label, ${now}
    from jsonb_to_recordset(${JSON.stringify(baselines)}::jsonb) as g(id uuid, org_id uuid, run_id uuid, name text,
      key text, step_index int2, label text)
    cross join lateral (
      select bytes from visual_baseline where org_id = g.org_id and key = g.key
      union all
      select bytes from artifact where org_id = g.org_id and key = g.key
      limit 1
    ) b`);

export type RunArtifactRow = {
  id: string;
  org_id: string;
  run_id: string;
  kind: string;
  name: string;
  content_type: string;
  bytes: number;
  key: string;
  step_index: number | null;
  label: string | null;
};

export const insertRunArtifacts = (db: Db, artifacts: readonly RunArtifactRow[], now: Date) =>
  db.run(sql`
    insert into artifact (id, org_id, run_id, kind, name, content_type, bytes, key, step_index, label, created_at)
    select id, org_id, run_id, kind, name, content_type, bytes, key, step_index, label, ${now}
    from jsonb_to_recordset(${JSON.stringify(artifacts)}::jsonb) as g(id uuid, org_id uuid, run_id uuid, kind text,
      name text, content_type text, bytes int8, key text, step_index int2, label text)`);

export type ApiMonitorDefinitionRow = {
  id: string;
  org_id: string;
  name: string;
  timeout_ms: number;
  max_retries: number;
  variables: Record<string, string>;
  steps: ApiStep[];
};

/** The API monitors to run, locked until the transaction ends. Deleted ones are left out. */
export const findApiMonitors = (db: Db, ids: readonly string[]) =>
  db.rows<ApiMonitorDefinitionRow>(sql`
    select t.id, t.org_id, t.name, t.timeout_ms, t.max_retries, c.variables, c.steps
    from target t join api_monitor c on c.id = t.id
    where t.id = any(${textArray(ids)}::uuid[]) order by t.id for key share of t`);
