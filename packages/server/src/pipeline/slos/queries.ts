import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { Sli, SloWindow } from "@vedette/contract/slos/slo-limits.ts";
import type { SloState } from "@vedette/contract/slos/slos.ts";
import type { Selector } from "@vedette/contract/targets/selectors.ts";
import type { Db } from "../../platform/storage/database.ts";
import { type Sql, sql } from "../../platform/storage/sql.ts";
import { selectorCondition } from "../selectors/queries.ts";
import type { SloDefinition } from "./slo-definition.ts";

/* Jobs measure the SLOs of all organizations at once. Unlike other statements, these do not start with an organization id. */

/** The columns of an SLO that say what it measures. */
export type SloDefinitionRow = {
  id: string;
  org_id: OrgId;
  name: string;
  selector: Selector;
  objective: number;
  window: SloWindow;
  timezone: string;
  sli: Sli;
  latency_ms: number | null;
  exclude_maintenance: boolean;
};

export const DEFINITION_COLUMNS: Sql = sql`s.id, s.org_id, s.name, s.selector, s.objective, s."window", s.timezone, s.sli,
  s.latency_ms, s.exclude_maintenance`;

export function toDefinition(row: Omit<SloDefinitionRow, "id" | "name">): SloDefinition {
  return {
    orgId: row.org_id,
    selector: row.selector,
    objective: row.objective,
    window: row.window,
    timezone: row.timezone,
    sli: row.sli,
    latencyMs: row.latency_ms,
    excludeMaintenance: row.exclude_maintenance,
  };
}

export const findSloDefinition = (db: Db, id: string) =>
  db.find<SloDefinitionRow>(sql`select ${DEFINITION_COLUMNS} from slo s where s.id = ${id}`);

/** The SLOs that share one of the targets `t` that fulfill the condition, by name. */
export const listSlosOfTargets = async (
  db: Db,
  orgId: OrgId,
  condition: Sql,
): Promise<SloDefinitionRow[]> => {
  const rows = await db.rows<SloDefinitionRow>(
    sql`select ${DEFINITION_COLUMNS} from slo s where s.org_id = ${orgId} order by lower(s.name), s.id`,
  );
  const shared: SloDefinitionRow[] = [];
  for (const row of rows) {
    const found = await db.find(sql`
      select t.id from target t where t.org_id = ${orgId} and ${condition} and ${selectorCondition(row.selector)} limit 1`);
    if (found !== null) shared.push(row);
  }
  return shared;
};

/** The SLOs that were not measured since `before`: those without figures first, then the oldest. */
export const listUnmeasured = (db: Db, { before, limit }: { before: Date; limit: number }) =>
  db.rows<SloDefinitionRow>(sql`
    select ${DEFINITION_COLUMNS} from slo s left join slo_figures f on f.slo_id = s.id
    where f.measured_at is null or f.measured_at < ${before}
    order by f.measured_at nulls first, s.id
    limit ${limit}`);

export type SloFigures = {
  state: SloState;
  attainment: number | null;
  budget_left_percentage: number | null;
  problem: string | null;
};

/** Writes nothing if the SLO was changed or deleted since `definition` was read. */
export const saveFigures = (
  db: Db,
  { row, figures, now }: { row: SloDefinitionRow; figures: SloFigures; now: Date },
) =>
  db.run(sql`
    insert into slo_figures (slo_id, measured_at, state, attainment, budget_left_percentage, problem)
    select s.id, ${now}, ${figures.state}, ${figures.attainment}::float8, ${figures.budget_left_percentage}::float8,
      ${figures.problem}::text
    from slo s
    where s.id = ${row.id} and s.selector = ${JSON.stringify(row.selector)}::jsonb and s.objective = ${row.objective}
      and s."window" = ${row.window} and s.timezone = ${row.timezone} and s.sli = ${row.sli}
      and s.latency_ms is not distinct from ${row.latency_ms}::float8
      and s.exclude_maintenance = ${row.exclude_maintenance}
    for share of s
    on conflict (slo_id) do update set measured_at = excluded.measured_at, state = excluded.state,
      attainment = excluded.attainment, budget_left_percentage = excluded.budget_left_percentage, problem = excluded.problem`);
