import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import { AppError } from "../../../platform/kernel/errors.ts";
import type { Db } from "../../../platform/storage/database.ts";
import type { Sql } from "../../../platform/storage/sql.ts";
import { measureSlo, measureSloUntil } from "../../slos/measure-slo.ts";
import { listSlosOfTargets, type SloDefinitionRow, toDefinition } from "../../slos/queries.ts";
import type { ReportedSlo } from "./report-content.ts";

const SLOS_SHOWN_MAX = 20;
/** An SLO of a thousand targets can take seconds; the rest is left out after this time. */
const MEASURING_MS_MAX = 15_000;

type Asked = { condition: Sql; toMs: number; clock: Clock };

/** The SLOs that share a target with the report, measured at its end. */
export async function readReportedSlos(
  db: Db,
  orgId: OrgId,
  { condition, toMs, clock }: Asked,
): Promise<{ slos: ReportedSlo[]; slosOmitted: number }> {
  const rows = await listSlosOfTargets(db, orgId, condition);
  const endsAt = clock.monotonic() + MEASURING_MS_MAX;
  const slos: ReportedSlo[] = [];
  for (const row of rows.slice(0, SLOS_SHOWN_MAX)) {
    if (clock.monotonic() > endsAt) break;
    slos.push(await measure(db, row, { toMs, nowMs: clock.now() }));
  }
  return { slos, slosOmitted: rows.length - slos.length };
}

async function measure(
  db: Db,
  row: SloDefinitionRow,
  { toMs, nowMs }: { toMs: number; nowMs: number },
): Promise<ReportedSlo> {
  const { name } = row;
  try {
    const slo = toDefinition(row);
    const measured = await (toMs >= nowMs ? measureSlo(db, slo, nowMs) : measureSloUntil(db, slo, toMs));
    return { name, measured, problem: null };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const [detail] = error.details ?? [];
    return { name, measured: null, problem: detail ? `${detail.path} ${detail.message}` : error.message };
  }
}
