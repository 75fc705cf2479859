import { COMPUTED_TYPES } from "@vedette/contract/checks/check-types.ts";
import type { OrgId, TargetId } from "@vedette/contract/common/ids.ts";
import type { EvidenceReason } from "@vedette/contract/evidence/evidence-bundles.ts";
import { textArray } from "../../platform/storage/array-literal.ts";
import type { Db } from "../../platform/storage/database.ts";
import { sql } from "../../platform/storage/sql.ts";

export type CollectionInput = {
  targetId: TargetId;
  bundleId: string;
  /** When the target went down; null if it did not. */
  changedAt: Date | null;
};

export type CollectionLimits = {
  now: Date;
  /** A collection of a target that was requested after this instant is not replaced. */
  repeatBefore: Date;
  /** Collections that were requested before this instant are no longer made. */
  staleBefore: Date;
  /** Collections that may wait, of one organization and of all. */
  waitingOfOrgMax: number;
  waitingMax: number;
};

/**
 * Requests collections, at most one for each target. Returns the targets that got one: leaves out those without anything
 * that a runner could look at, and those beyond the limits.
 */
export const insertCollections = (
  db: Db,
  inputs: readonly CollectionInput[],
  {
    reason,
    requestedBy,
    limits,
  }: { reason: EvidenceReason; requestedBy: string | null; limits: CollectionLimits },
) =>
  db.rows<{ target_id: TargetId; bundle_id: string }>(sql`
    insert into evidence_collection as c
      (target_id, reason, org_id, bundle_id, changed_at, requested_at, requested_by)
    select t.id, ${reason}, t.org_id, g.bundle_id, g.changed_at, ${limits.now}, ${requestedBy}
    from unnest(
      ${textArray(inputs.map(({ targetId }) => targetId))}::uuid[],
      ${textArray(inputs.map(({ bundleId }) => bundleId))}::uuid[],
      ${textArray(inputs.map(({ changedAt }) => changedAt?.toISOString() ?? null))}::timestamptz[]
    ) with ordinality as g (target_id, bundle_id, changed_at, nr)
    join target t on t.id = g.target_id
    left join monitor m on m.id = t.id
    where t.kind <> 'heartbeat' and (m.type is null or m.type <> all (${[...COMPUTED_TYPES]}::text[]))
      and ${limits.waitingMax} > (
        select count(*) from evidence_collection w
        where w.finished_at is null and w.requested_at >= ${limits.staleBefore})
      and ${limits.waitingOfOrgMax} > (
        select count(*) from evidence_collection w
        where w.finished_at is null and w.requested_at >= ${limits.staleBefore} and w.org_id = t.org_id)
    order by g.nr
    limit ${limits.waitingOfOrgMax}
    on conflict (target_id, reason) do update set
      bundle_id = excluded.bundle_id, changed_at = excluded.changed_at, requested_at = excluded.requested_at,
      requested_by = excluded.requested_by, attempts = 0, claimed_until = null, finished_at = null
    where c.requested_at <= ${limits.repeatBefore}
    returning target_id, bundle_id`);

export type ClaimedCollection = {
  target_id: TargetId;
  org_id: OrgId;
  reason: EvidenceReason;
  bundle_id: string;
  changed_at: Date | null;
  requested_by: string | null;
  attempts: number;
};

/** Serializes claims until the transaction ends, so that their number is exact. */
export const lockClaims = (db: Db) =>
  db.run(sql`select pg_advisory_xact_lock(hashtextextended('claims of evidence', 0))`);

/**
 * Claims a waiting collection, or one whose process did not end it in time. Organizations with fewer collections in
 * progress come first. Returns null if there is none, or if `runningMax` are in progress.
 */
export const claimCollection = (
  db: Db,
  {
    now,
    claimedUntil,
    staleBefore,
    runningMax,
    attemptsMax,
  }: { now: Date; claimedUntil: Date; staleBefore: Date; runningMax: number; attemptsMax: number },
) =>
  db.find<ClaimedCollection>(sql`
    with running as (
      select org_id from evidence_collection where finished_at is null and claimed_until > ${now}
    ), next as (
      select c.target_id, c.reason from evidence_collection c
      where c.finished_at is null and c.requested_at >= ${staleBefore} and c.attempts < ${attemptsMax}
        and (c.claimed_until is null or c.claimed_until <= ${now})
        and (select count(*) from running) < ${runningMax}
      order by (select count(*) from running r where r.org_id = c.org_id), c.requested_at
      limit 1
    )
    update evidence_collection c set claimed_until = ${claimedUntil}, attempts = c.attempts + 1
    from next where c.target_id = next.target_id and c.reason = next.reason
    returning c.target_id, c.org_id, c.reason, c.bundle_id, c.changed_at, c.requested_by, c.attempts`);

type Claim = Pick<ClaimedCollection, "target_id" | "reason" | "bundle_id" | "attempts">;

/** Ends a collection. Returns false if another process has claimed it since, or if its target was deleted. */
export const finishCollection = async (db: Db, claim: Claim, now: Date): Promise<boolean> =>
  (await db.run(sql`
    update evidence_collection set finished_at = ${now}, claimed_until = null where ${isClaim(claim)}`)) > 0;

/** Lets another process collect. */
export const releaseCollection = (db: Db, claim: Claim) =>
  db.run(sql`update evidence_collection set claimed_until = null where ${isClaim(claim)}`);

function isClaim({ target_id: targetId, reason, bundle_id: bundleId, attempts }: Claim) {
  return sql`target_id = ${targetId} and reason = ${reason} and bundle_id = ${bundleId}
    and attempts = ${attempts} and finished_at is null`;
}

/** Returns whether a collection has not ended yet. */
export const isCollectionOpen = async (db: Db, orgId: OrgId, bundleId: string): Promise<boolean> =>
  (await db.find(sql`
    select 1 from evidence_collection
    where org_id = ${orgId} and bundle_id = ${bundleId} and finished_at is null`)) !== null;

export const deleteCollectionsBefore = (db: Db, before: Date, limit: number) =>
  db.run(sql`
    delete from evidence_collection where (target_id, reason) in (
      select target_id, reason from evidence_collection where requested_at < ${before} limit ${limit})`);
