import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { type Sql, sql } from "../../../platform/storage/sql.ts";
import { spansOf } from "../../results/history/daily-queries.ts";
import { FIRST_FAILURE } from "../../results/history/history-queries.ts";
import type { ReportRange } from "../report-period.ts";

export type DowntimeRow = { name: string; from_at: Date; to_at: Date; message: string | null };

/** The longest times in which the targets `t` that fulfill the condition were down, in order of their start. */
export const listLongestDowntimes = (
  db: Db,
  orgId: OrgId,
  { condition, range, limit }: { condition: Sql; range: ReportRange; limit: number },
) => {
  const days = [{ date: "", ...range }];
  return db.rows<DowntimeRow>(sql`
    select t.name, c.at as from_at, c.to_at, coalesce(f.error, r.error) ->> 'message' as message
    from (
      select span.target_id, span.from_at as at, span.to_at
      from (${spansOf(orgId, { condition, days, now: new Date(range.toMs) })}) span
      where span.status = 'down' and span.to_at > span.from_at
      order by span.to_at - span.from_at desc, span.from_at, span.target_id
      limit ${limit}
    ) c
    join target t on t.id = c.target_id
    ${FIRST_FAILURE}
    order by c.at, t.name`);
};
