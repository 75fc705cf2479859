import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { Db } from "../../platform/storage/database.ts";
import { sql } from "../../platform/storage/sql.ts";

/* Statements on the sample organization. Its id is fixed, so that no other organization can be taken for it. */

export const SAMPLE_ORG_ID: OrgId = "00000000-0000-7000-8000-000000000001";

/** When the demo began; null if there is no sample organization. */
export const findSampleStart = (db: Db) =>
  db.find<{ created_at: Date }>(sql`select created_at from organization where id = ${SAMPLE_ORG_ID}`);

/** Whether someone uses this installation: it has a user, or a target outside of the sample organization. */
export const findOwnData = (db: Db) =>
  db.find<{ id: string }>(sql`
    select id from person where not exists (
      select from membership m where m.person_id = person.id and m.org_id = ${SAMPLE_ORG_ID})
    union all select id from stored_target where org_id <> ${SAMPLE_ORG_ID}
    limit 1`);

/** The incident with the most alerts at an instant; null if there is none. */
export const findIncidentAt = (db: Db, at: Date) =>
  db.find<{ id: string }>(sql`
    select i.id from incident i join incident_alert a on a.incident_id = i.id
    where i.org_id = ${SAMPLE_ORG_ID} and i.started_at <= ${at} and (i.resolved_at is null or i.resolved_at > ${at})
    group by i.id order by count(*) desc, i.id limit 1`);

export const findSamplePage = (db: Db, slug: string) =>
  db.find<{ id: string }>(sql`
    select id from status_page where org_id = ${SAMPLE_ORG_ID} and slug = ${slug}`);

/** The people of the sample organization who are in no other one, its owner last. */
export const listSamplePeople = (db: Db) =>
  db.rows<{ id: string }>(sql`
    select m.person_id as id from membership m
    where m.org_id = ${SAMPLE_ORG_ID} and not exists (
      select from membership o where o.person_id = m.person_id and o.org_id <> m.org_id)
    order by m.role = 'owner', m.id`);

/** Returns the number of deleted people. */
export const deletePeople = (db: Db, ids: readonly string[]) =>
  db.run(sql`delete from person where id = any(${ids}::uuid[])`);

/** The value of a variable of the sample organization that is no secret. */
export const findSampleVariable = (db: Db, name: string) =>
  db.find<{ value: string | null }>(sql`
    select value from variable where org_id = ${SAMPLE_ORG_ID} and name = ${name}`);

/** The heartbeats of a project of the sample organization, the UUIDs of their ping URLs, and whether they were ever pinged. */
export const listPingIds = (db: Db, project: string) =>
  db.rows<{ key: string; ping_id: string; was_pinged: boolean }>(sql`
    select r.key, h.ping_id, s.last_ping_at is not null as was_pinged
    from heartbeat h join code_resource r on r.resource_id = h.id left join heartbeat_state s on s.id = h.id
    where h.org_id = ${SAMPLE_ORG_ID} and r.org_id = h.org_id and r.project = ${project}`);
