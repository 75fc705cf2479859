import type { OrgId, TargetId } from "@vedette/contract/common/ids.ts";
import { newId } from "../../../platform/kernel/ids.ts";
import { textArray } from "../../../platform/storage/array-literal.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";
import type { ChangeRange } from "../timeline/change-position.ts";
import { pageOfSource } from "../timeline/page-of-source.ts";

/** `orgId` is null for a location of the server. */
export type SeenVersion = { orgId: OrgId | null; location: string; version: string };

/** Runners of several versions take turns at a location, and reconnect: within this time it is the same version. */
const ABSENT_MS_MAX = 300_000;
/** A key of a runner could name a new version with each request. */
const PER_LOCATION_AND_DAY_MAX = 50;
const DAY_MS = 86_400_000;

/** Prolongs the versions that were online before, and inserts the others. */
export const saveRunnerVersions = (db: Db, seen: readonly SeenVersion[], now: Date) =>
  db.run(sql`
    with seen as (
      select s.id, s.org_id, s.location, s.version, last.version as previous_version
      from unnest(
        ${textArray(seen.map(() => newId(now.getTime())))}::uuid[],
        ${textArray(seen.map(({ orgId }) => orgId ?? ""))}::text[],
        ${textArray(seen.map(({ location }) => location))}::text[],
        ${textArray(seen.map(({ version }) => version))}::text[]
      ) as given (id, org, location, version)
      cross join lateral (
        select given.id, nullif(given.org, '')::uuid as org_id, given.location, given.version
      ) s
      left join organization o on o.id = s.org_id
      left join lateral (
        select version from runner_version v
        where v.location = s.location and v.org_id is not distinct from s.org_id
        order by v.last_at desc, v.first_at desc limit 1
      ) last on true
      where s.org_id is null or o.id is not null
    ), prolonged as (
      update runner_version v set last_at = ${now}
      from seen s
      where v.location = s.location and v.org_id is not distinct from s.org_id and v.version = s.version
        and (v.last_at >= ${new Date(now.getTime() - ABSENT_MS_MAX)} or s.version = s.previous_version)
        and v.last_at = (
          select max(last_at) from runner_version w
          where w.location = s.location and w.org_id is not distinct from s.org_id and w.version = s.version
        )
      returning s.id
    )
    insert into runner_version (id, org_id, location, version, previous_version, first_at, last_at)
    select s.id, s.org_id, s.location, s.version, s.previous_version, ${now}, ${now}
    from seen s
    where s.id not in (select id from prolonged) and (
      select count(*) from runner_version v
      where v.location = s.location and v.org_id is not distinct from s.org_id
        and v.last_at >= ${new Date(now.getTime() - DAY_MS)}
    ) < ${PER_LOCATION_AND_DAY_MAX}`);

export type RunnerUpdateRow = {
  key: string;
  at: Date;
  location: string;
  version: string;
  previous_version: string;
};

/** Versions that came online at locations of a target. A location with a runner key is one of the organization. */
export const listRunnerUpdates = (
  db: Db,
  orgId: OrgId,
  { targetId, ...range }: ChangeRange & { targetId: TargetId },
) =>
  db.rows<RunnerUpdateRow>(
    pageOfSource(
      sql`
        select 'runner ' || v.id as key, date_trunc('milliseconds', v.first_at) as at, v.location, v.version,
          v.previous_version
        from stored_target t
        cross join unnest(t.locations) as own (location)
        join runner_version v on v.location = own.location and v.org_id is not distinct from case
          when exists (select from api_key k where k.org_id = ${orgId} and k.location = own.location) then ${orgId}::uuid
        end
        where t.org_id = ${orgId} and t.id = ${targetId} and v.version <> v.previous_version
          and v.first_at >= ${range.from} and v.first_at < ${range.to}`,
      range,
    ),
  );

/** Deletes versions that were online last before an instant. */
export const deleteRunnerVersions = (db: Db, before: Date) =>
  db.run(sql`delete from runner_version where last_at < ${before}`);
