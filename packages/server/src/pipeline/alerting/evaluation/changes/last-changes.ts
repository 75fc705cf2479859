import type { RuleParams } from "@vedette/contract/alerts/rule-conditions.ts";
import type { ChangeField } from "@vedette/contract/changes/change-fields.ts";
import { intArray, textArray } from "../../../../platform/storage/array-literal.ts";
import type { Db } from "../../../../platform/storage/database.ts";
import { sql } from "../../../../platform/storage/sql.ts";

/** The changes of targets that rules of the type `change` remember: when each field last changed. */

type Load = {
  targetId: string;
  params: RuleParams["change"];
  /** The first result that is evaluated next. */
  beforeMs: number;
  memory: { newest: Map<number, number> };
};

/** The key of what another process saw; those of series start at 1. */
const EARLIER = 0;
const MINUTE_MS = 60_000;

export async function readLastChanges(db: Db, loads: readonly Load[]): Promise<void> {
  const since = Math.min(...loads.map(({ beforeMs, params }) => beforeMs - params.minutes * MINUTE_MS));
  const rows = Map.groupBy(
    await listLastChanges(db, { targetIds: [...new Set(loads.map(({ targetId }) => targetId))], since }),
    (row) => row.target_id,
  );
  for (const { targetId, params, beforeMs, memory } of loads) {
    const times = (rows.get(targetId) ?? []).filter(
      ({ field, at_ms: atMs }) => params.fields.includes(field) && atMs < beforeMs,
    );
    if (times.length > 0) memory.newest.set(EARLIER, Math.max(...times.map(({ at_ms: atMs }) => atMs)));
  }
}

const listLastChanges = (db: Db, { targetIds, since }: { targetIds: readonly string[]; since: number }) =>
  db.rows<{ target_id: string; field: ChangeField; at_ms: number }>(sql`
    select target_id, field, max((extract(epoch from at) * 1000)::float8) as at_ms
    from target_change
    where target_id = any(${textArray(targetIds)}::uuid[])
      and at >= to_timestamp((${intArray([Math.round(since)])}::bigint[])[1] / 1000.0)
    group by target_id, field`);
