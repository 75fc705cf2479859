import { textArray } from "../../../platform/storage/array-literal.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";
import type { TimeRange } from "./queries.ts";
import { ResponseSketch } from "./sketch.ts";

/*
 * How late scheduled checks started, by organization and hour. Results that arrive after the rollup of their hour are not
 * added: they are those of checks that used their whole timeout.
 */

/** Adds the delays of the results of some series in an hour to those of their organizations. */
export async function rollUpDelays(db: Db, seriesKeys: readonly number[], hour: TimeRange): Promise<void> {
  const counted = await countDelays(db, seriesKeys, hour);
  if (counted.length === 0) return;
  const stored = new Map(
    (
      await listStoredDelays(db, { orgIds: counted.map(({ org_id }) => org_id), at: new Date(hour.fromMs) })
    ).map((row) => [row.org_id, row.sketch]),
  );
  const sketches = counted.map(({ org_id: orgId, delays_ms: delaysMs }) => {
    const sketch = new ResponseSketch();
    const before = stored.get(orgId);
    if (before) sketch.mergeEncoded(before);
    for (let at = 0; at < delaysMs.length; at += 2) sketch.add(delaysMs.readInt16BE(at));
    return sketch.encode();
  });
  await saveDelays(db, { at: new Date(hour.fromMs), counted, sketches });
}

/** The delays are one byte string: a row per delay costs more than its number. */
type CountedDelays = { org_id: string; checks: number; delay_ms_max: number; delays_ms: Buffer };

/** A heartbeat is not started by us, and a manual check at no planned time. */
const countDelays = (db: Db, seriesKeys: readonly number[], { fromMs, toMs }: TimeRange) =>
  db.rows<CountedDelays>(sql`
    select t.org_id, count(*)::integer as checks, max(r.late_ms)::integer as delay_ms_max,
      string_agg(int2send(r.late_ms), ''::bytea) as delays_ms
    from series s
    join target t on t.id = s.target_id
    join check_result r on r.series_key = s.series_key
    where s.series_key = any (${seriesKeys}::integer[]) and s.step is null and t.kind <> 'heartbeat'
      and r.trigger = 's' and r.slot >= ${new Date(fromMs)} and r.slot < ${new Date(toMs)}
    group by t.org_id`);

const listStoredDelays = (db: Db, { orgIds, at }: { orgIds: readonly string[]; at: Date }) =>
  db.rows<{ org_id: string; sketch: Buffer }>(sql`
    select org_id, sketch from check_delay_hour where org_id = any (${textArray(orgIds)}::uuid[]) and at = ${at}`);

const saveDelays = (
  db: Db,
  { at, counted, sketches }: { at: Date; counted: readonly CountedDelays[]; sketches: readonly Buffer[] },
) =>
  db.run(sql`
    insert into check_delay_hour (org_id, at, checks, delay_ms_max, sketch)
    select d.org_id, ${at}, d.checks, d.delay_ms_max, decode(d.sketch, 'hex')
    from unnest(
      ${textArray(counted.map(({ org_id }) => org_id))}::uuid[],
      ${counted.map(({ checks }) => checks)}::integer[],
      ${counted.map(({ delay_ms_max }) => delay_ms_max)}::integer[],
      ${textArray(sketches.map((sketch) => sketch.toString("hex")))}::text[]) d (org_id, checks, delay_ms_max, sketch)
    on conflict (org_id, at) do update set
      checks = check_delay_hour.checks + excluded.checks,
      delay_ms_max = greatest(check_delay_hour.delay_ms_max, excluded.delay_ms_max),
      sketch = excluded.sketch`);
