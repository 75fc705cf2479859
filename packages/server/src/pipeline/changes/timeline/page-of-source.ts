import { type Sql, sql } from "../../../platform/storage/sql.ts";
import type { ChangeRange } from "./change-position.ts";

/** The newest entries of a source of a timeline, which have an instant `at` and a `key`, before a position. */
export const pageOfSource = (entries: Sql, { from, to, position, limit }: ChangeRange): Sql => sql`
  select * from (${entries}) entry
  where entry.at >= ${from} and entry.at < ${to}
    ${position === null ? sql`` : sql`and (entry.at, entry.key collate "C") < (${position.at}::timestamptz, ${position.key})`}
  order by entry.at desc, entry.key collate "C" desc limit ${limit}`;
