import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { SloListQuery, SloState } from "@vedette/contract/slos/slos.ts";
import { DEFINITION_COLUMNS, type SloDefinitionRow } from "../../../pipeline/slos/queries.ts";
import type { CursorPosition } from "../../../platform/kernel/keyset.ts";
import type { Db } from "../../../platform/storage/database.ts";
import { keyset } from "../../../platform/storage/keyset.ts";
import { type Sql, sql } from "../../../platform/storage/sql.ts";

/** The fields that a caller may write, as stored. */
export type SloFields = Omit<SloDefinitionRow, "id" | "org_id"> & { description: string };

export type SloRow = SloFields & {
  id: string;
  org_id: OrgId;
  rule_count: number;
  /** Figures of the last measurement; null before it. */
  measured_at: Date | null;
  state: SloState | null;
  attainment: number | null;
  budget_left_percentage: number | null;
  problem: string | null;
  created_at: Date;
  updated_at: Date;
};

const COLUMNS = sql`${DEFINITION_COLUMNS}, s.description, s.created_at, s.updated_at,
  f.measured_at, f.state, f.attainment, f.budget_left_percentage, f.problem,
  (select count(*)::int4 from alert_rule r where r.slo_id = s.id) as rule_count`;
const TABLES = sql`slo s left join slo_figures f on f.slo_id = s.id`;

export const findSlo = (db: Db, orgId: OrgId, id: string) =>
  db.find<SloRow>(sql`select ${COLUMNS} from ${TABLES} where s.org_id = ${orgId} and s.id = ${id}`);

export const listSlos = (
  db: Db,
  orgId: OrgId,
  { query, position }: { query: SloListQuery; position: CursorPosition | null },
) => {
  const columns = { at: sql`s.created_at`, name: sql`s.name`, id: sql`s.id` };
  const { after, order } = keyset(query.sort, columns, position);
  return db.rows<SloRow>(sql`
    select ${COLUMNS} from ${TABLES}
    where s.org_id = ${orgId}${filters(query)}${after}${order} limit ${query.limit + 1}`);
};

function filters({ search, sli, state }: SloListQuery): Sql {
  const bySearch = search ? sql` and position(lower(${search}) in lower(s.name)) > 0` : sql``;
  const bySli = sli ? sql` and s.sli = ${sli}` : sql``;
  return sql`${bySearch}${bySli}${state ? sql` and f.state = ${state}` : sql``}`;
}

export const listAllSlos = (db: Db, orgId: OrgId) =>
  db.rows<SloRow>(
    sql`select ${COLUMNS} from ${TABLES} where s.org_id = ${orgId} order by s.created_at, s.id`,
  );

/** Serializes changes of the SLOs of an organization, and of the rules about them, until the transaction ends. */
export const lockSlos = (db: Db, orgId: OrgId) =>
  db.run(sql`select pg_advisory_xact_lock(hashtextextended(${`slos of ${orgId}`}, 0))`);

export async function countSlos(db: Db, orgId: OrgId): Promise<number> {
  const row = await db.find<{ slos: number }>(
    sql`select count(*)::int4 as slos from slo where org_id = ${orgId}`,
  );
  return row?.slos ?? 0;
}

type Saved = SloFields & Pick<SloRow, "id" | "org_id" | "created_at" | "updated_at">;

export const saveSlo = (db: Db, row: Saved) =>
  db.run(sql`
    insert into slo (id, org_id, name, description, selector, objective, "window", timezone, sli, latency_ms,
      exclude_maintenance, created_at, updated_at)
    values (${row.id}, ${row.org_id}, ${row.name}, ${row.description}, ${JSON.stringify(row.selector)}::jsonb,
      ${row.objective}, ${row.window}, ${row.timezone}, ${row.sli}, ${row.latency_ms}, ${row.exclude_maintenance},
      ${row.created_at}, ${row.updated_at})
    on conflict (id) do update set name = excluded.name, description = excluded.description, selector = excluded.selector,
      objective = excluded.objective, "window" = excluded."window", timezone = excluded.timezone, sli = excluded.sli,
      latency_ms = excluded.latency_ms, exclude_maintenance = excluded.exclude_maintenance, updated_at = excluded.updated_at`);

/** Forgets the figures of an SLO that measures something else now. */
export const deleteFigures = (db: Db, orgId: OrgId, id: string) =>
  db.run(
    sql`delete from slo_figures f using slo s where s.org_id = ${orgId} and s.id = ${id} and f.slo_id = s.id`,
  );

export const deleteSlo = (db: Db, orgId: OrgId, id: string) =>
  db.run(sql`delete from slo where org_id = ${orgId} and id = ${id}`);

/** The names of rules about an SLO. */
export const listRulesOfSlo = (db: Db, orgId: OrgId, { id, limit }: { id: string; limit: number }) =>
  db.rows<{ name: string }>(sql`
    select name from alert_rule where org_id = ${orgId} and slo_id = ${id} order by name limit ${limit}`);
