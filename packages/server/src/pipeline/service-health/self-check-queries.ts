import { textArray } from "../../platform/storage/array-literal.ts";
import type { Db } from "../../platform/storage/database.ts";
import { sql } from "../../platform/storage/sql.ts";

/** `durationMs`: from the request to the report; null without a report. */
export type SelfCheck = { location: string; passed: boolean; durationMs: number | null };

export const insertSelfChecks = (db: Db, at: Date, checks: readonly SelfCheck[]) =>
  db.run(sql`
    insert into self_check (at, location, passed, duration_ms)
    select ${at}, c.*
    from unnest(
      ${textArray(checks.map(({ location }) => location))}::text[],
      ${textArray(checks.map(({ passed }) => String(passed)))}::boolean[],
      ${textArray(checks.map(({ durationMs }) => (durationMs === null ? null : String(durationMs))))}::integer[]) c
    on conflict do nothing`);
