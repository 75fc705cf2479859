import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { CauseKind } from "@vedette/contract/incidents/incident-limits.ts";
import { textArray } from "../../platform/storage/array-literal.ts";
import type { Db } from "../../platform/storage/database.ts";
import { sql } from "../../platform/storage/sql.ts";

/** Targets that are compared. More are no organization that looks for a cause here. */
const TARGETS_READ_MAX = 20_000;

export type CauseTargetRow = {
  id: string;
  name: string;
  status: "up" | "degraded" | "down";
  status_since: Date;
  address: string | null;
  tags: string[];
  nameservers: string[] | null;
  addresses: string[] | null;
  certificates: string[] | null;
  issuers: string[] | null;
  /** Names of the targets that it depends on. */
  parents: string[];
  is_parent: boolean;
  locations: string[];
  failing_locations: string[];
};

/** What may be the cause of a failure, of all monitored targets with a status. */
export const listCauseTargets = (db: Db, orgId: OrgId) =>
  db.rows<CauseTargetRow>(sql`
    select t.id, t.name, t.status, t.status_since, t.address, t.tags, d.nameservers,
      jsonb_path_query_array(f.fingerprint, '$.locations.*.address.values[*]') as addresses,
      jsonb_path_query_array(f.fingerprint, '$.locations.*.certificate.values[*]') as certificates,
      jsonb_path_query_array(f.fingerprint, '$.locations.*.issuer.values[*]') as issuers,
      array(select p.name from target_dependency c join stored_target p on p.id = c.parent_id where c.child_id = t.id)
        as parents,
      exists (select from target_dependency c where c.parent_id = t.id) as is_parent,
      array(select s.location from series s where s.target_id = t.id and s.step is null and s.active) as locations,
      array(select s.location from series s
        where s.target_id = t.id and s.step is null and s.active and s.status = 'down') as failing_locations
    from target t
    left join monitor m on m.id = t.id
    left join domain_registration d on d.domain = m.domain
    left join target_fingerprint f on f.target_id = t.id
    where t.org_id = ${orgId} and t.enabled and t.status in ('up', 'degraded', 'down')
    order by t.id limit ${TARGETS_READ_MAX}`);

/** The error of the newest failed result of each failing location of some targets. */
export const listLastErrors = (db: Db, { targetIds, since }: { targetIds: readonly string[]; since: Date }) =>
  db.rows<{ target_id: string; code: string; phase: string | null }>(sql`
    select distinct s.target_id, r.code, r.phase
    from series s
    cross join lateral (
      select details -> 'error' ->> 'code' as code, details -> 'error' ->> 'phase' as phase
      from check_result
      where series_key = s.series_key and slot > ${since} and status = 'd'
      order by slot desc limit 1
    ) r
    where s.target_id = any(${textArray(targetIds)}::uuid[]) and s.step is null and s.status = 'down'
      and r.code is not null`);

export type StoredCause = {
  incident_id: string;
  kind: CauseKind;
  value: string;
  summary: string;
  score: number;
  bad_ids: string[];
  member_ids: string[];
  started_at: Date;
};

/** Causes of incidents that are not resolved and had a new target at or after an instant. */
export const listActiveCauses = (db: Db, orgId: OrgId, since: Date) =>
  db.rows<StoredCause>(sql`
    select c.incident_id, c.kind, c.value, c.summary, c.score, c.bad_ids, c.member_ids, c.started_at
    from common_cause c join incident i on i.id = c.incident_id
    where c.org_id = ${orgId} and c.updated_at >= ${since} and i.resolved_at is null
    order by c.started_at, c.id`);

export const findCauseOf = (db: Db, orgId: OrgId, incidentId: string) =>
  db.find<StoredCause>(sql`
    select incident_id, kind, value, summary, score, bad_ids, member_ids, started_at
    from common_cause where org_id = ${orgId} and incident_id = ${incidentId}`);

/** The sentences of the causes of some incidents. */
export const listCauseSummaries = (db: Db, orgId: OrgId, incidentIds: readonly string[]) =>
  db.rows<{ incident_id: string; summary: string }>(sql`
    select incident_id, summary from common_cause
    where org_id = ${orgId} and incident_id = any(${textArray(incidentIds)}::uuid[])`);

/** An incident has one cause: the newest. */
export const saveCause = (
  db: Db,
  orgId: OrgId,
  { id, now, ...cause }: StoredCause & { id: string; now: Date },
) =>
  db.run(sql`
    insert into common_cause as c (id, org_id, incident_id, kind, value, summary, score, bad_ids, member_ids, started_at,
      updated_at)
    values (${id}, ${orgId}, ${cause.incident_id}, ${cause.kind}, ${cause.value}, ${cause.summary}, ${cause.score},
      ${textArray(cause.bad_ids)}::uuid[], ${textArray(cause.member_ids)}::uuid[], ${cause.started_at}, ${now})
    on conflict (incident_id) do update set kind = excluded.kind, value = excluded.value, summary = excluded.summary,
      score = excluded.score, bad_ids = excluded.bad_ids, member_ids = excluded.member_ids,
      started_at = least(c.started_at, excluded.started_at), updated_at = excluded.updated_at`);
