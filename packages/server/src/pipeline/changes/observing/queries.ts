import type { ChangeField } from "@vedette/contract/changes/change-fields.ts";
import { newId } from "../../../platform/kernel/ids.ts";
import { intArray, textArray } from "../../../platform/storage/array-literal.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";
import type { ObservedChange } from "../../results/recording/changes-port.ts";
import { ALTERNATES_WITHIN_MS } from "./field-memory.ts";
import type { TargetFingerprint } from "./target-fingerprint.ts";

type StoredFingerprintRow = {
  target_id: string;
  /** Of the current definition. */
  definition: string;
  /** Null if there is none, or only one of an earlier definition. */
  fingerprint: TargetFingerprint | null;
};

/** The fingerprints of these monitors. */
export const listFingerprints = (db: Db, targetIds: readonly string[]) =>
  db.rows<StoredFingerprintRow>(sql`
    select m.id as target_id, d.definition,
      case when f.definition = d.definition then f.fingerprint end as fingerprint
    from monitor m
    cross join lateral (select md5(m.type || m.config::text) as definition) d
    left join target_fingerprint f on f.target_id = m.id
    where m.id = any(${textArray(targetIds)}::uuid[])`);

export type FingerprintRow = { targetId: string; definition: string; fingerprint: TargetFingerprint };

/** A target may have been deleted meanwhile. */
export const saveFingerprints = (db: Db, rows: readonly FingerprintRow[], now: Date) =>
  db.run(sql`
    insert into target_fingerprint as f (target_id, definition, fingerprint, updated_at)
    select t.id, g.definition, g.fingerprint::jsonb, ${now}
    from unnest(${textArray(rows.map(({ targetId }) => targetId))}::uuid[],
      ${textArray(rows.map(({ definition }) => definition))}::text[],
      ${textArray(rows.map(({ fingerprint }) => JSON.stringify(fingerprint)))}::text[]
    ) as g(id, definition, fingerprint)
    join stored_target t on t.id = g.id
    order by t.id
    for key share of t
    on conflict (target_id) do update set definition = excluded.definition, fingerprint = excluded.fingerprint,
      updated_at = excluded.updated_at`);

export type ChangeToStore = ObservedChange & { orgId: string; targetId: string };

export const insertChanges = (db: Db, changes: readonly ChangeToStore[]) =>
  db.run(sql`
    insert into target_change (id, org_id, target_id, at, field, before, after, locations, is_last)
    select g.id, g.org_id, t.id, to_timestamp(g.at_ms / 1000.0), g.field, g.before, g.after, array[g.location], g.is_last
    from unnest(${textArray(changes.map(({ atMs }) => newId(atMs)))}::uuid[],
      ${textArray(changes.map(({ orgId }) => orgId))}::uuid[],
      ${textArray(changes.map(({ targetId }) => targetId))}::uuid[],
      ${intArray(changes.map(({ atMs }) => Math.round(atMs)))}::bigint[],
      ${textArray(changes.map(({ field }): ChangeField => field))}::text[],
      ${textArray(changes.map(({ before }) => before))}::text[],
      ${textArray(changes.map(({ after }) => after))}::text[],
      ${textArray(changes.map(({ location }) => location))}::text[],
      ${textArray(changes.map(({ isLast }) => String(isLast)))}::bool[]
    ) as g(id, org_id, target_id, at_ms, field, before, after, location, is_last)
    join stored_target t on t.id = g.target_id
    for key share of t`);

/** Adds the location of changes to those that another location saw before. */
export const addChangeLocations = (db: Db, changes: readonly ChangeToStore[]) =>
  db.run(sql`
    update target_change c set locations = c.locations || g.location
    from unnest(${textArray(changes.map(({ targetId }) => targetId))}::uuid[],
      ${textArray(changes.map(({ field }): ChangeField => field))}::text[],
      ${textArray(changes.map(({ after }) => after))}::text[],
      ${textArray(changes.map(({ location }) => location))}::text[],
      ${intArray(changes.map(({ atMs }) => Math.round(atMs)))}::bigint[]
    ) as g(target_id, field, after, location, at_ms)
    where c.id = (
        select id from target_change l
        where l.target_id = g.target_id and l.field = g.field and l.after = g.after
          and l.at > to_timestamp((g.at_ms - ${ALTERNATES_WITHIN_MS}) / 1000.0)
        order by l.at desc limit 1
      )
      and not g.location = any(c.locations)`);
