import type { CheckOutcome, CheckReport } from "@vedette/contract/checks/check-run.ts";
import { intArray, textArray } from "../../../platform/storage/array-literal.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { sql } from "../../../platform/storage/sql.ts";

type Known = { report: CheckReport & { outcome: CheckOutcome }; target: { targetId: string } };

/**
 * Stores the records of checks that compare them: as the baseline if the monitor has none, and otherwise as what was
 * found instead. Schedulers load a monitor with a new baseline again; until then a check accepts any records.
 */
export async function saveBaselines(db: Db, known: readonly Known[]): Promise<void> {
  const newest = new Map<string, { records: readonly string[]; atMs: number }>();
  for (const { report, target } of known) {
    const { records, checkedAtMs: atMs } = report.outcome;
    const before = newest.get(target.targetId);
    if (records !== undefined && (before === undefined || before.atMs <= atMs))
      newest.set(target.targetId, { records, atMs });
  }
  if (newest.size > 0) await upsertBaselines(db, newest);
}

/** Locks and writes only rows that change, which is rare. */
const upsertBaselines = (db: Db, newest: ReadonlyMap<string, { records: readonly string[]; atMs: number }>) =>
  db.run(sql`
    with given as (
      select t.id, t.address, g.records::jsonb as records, to_timestamp(g.at_ms / 1000.0) as at
      from unnest(
        ${textArray([...newest.keys()])}::uuid[],
        ${textArray([...newest.values()].map(({ records }) => JSON.stringify(records)))}::text[],
        ${intArray([...newest.values()].map(({ atMs }) => Math.round(atMs)))}::bigint[]
      ) as g(id, records, at_ms)
      join target t on t.id = g.id
      left join monitor_baseline b on b.target_id = t.id and b.address = t.address
      where b.target_id is null
        or b.found is distinct from (case when b.records <> g.records::jsonb then g.records::jsonb end)
      order by t.id
      -- The lock order of the lifecycle: the target first.
      for no key update of t
    ), saved as (
      insert into monitor_baseline as b (target_id, address, records, accepted_at)
      select id, address, records, at from given
      on conflict (target_id) do update set
        address = excluded.address,
        records = case when b.address = excluded.address then b.records else excluded.records end,
        accepted_by = case when b.address = excluded.address then b.accepted_by end,
        accepted_at = case when b.address = excluded.address then b.accepted_at else excluded.accepted_at end,
        found = case when b.address = excluded.address and b.records <> excluded.records then excluded.records end,
        found_at = case when b.address = excluded.address and b.records <> excluded.records then excluded.accepted_at end
      returning b.target_id, b.accepted_at
    ), changed as (
      -- A new baseline has the time of its check.
      update target t set revision = t.revision + 1 from saved s, given g
      where t.id = s.target_id and g.id = s.target_id and g.at = s.accepted_at
      returning t.id, t.shard
    )
    select pg_notify('target_changed', shard || ':' || id) from changed`);
