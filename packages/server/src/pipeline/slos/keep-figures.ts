import type { SloReport } from "@vedette/contract/slos/slo-report.ts";
import type { Clock } from "../../platform/kernel/clock.ts";
import { AppError } from "../../platform/kernel/errors.ts";
import type { Database } from "../../platform/storage/database.ts";
import { measureSlo } from "./measure-slo.ts";
import {
  listUnmeasured,
  type SloDefinitionRow,
  type SloFigures,
  saveFigures,
  toDefinition,
} from "./queries.ts";

/** The job `slos.measure`: keeps the figures that lists of SLOs show. */

/** Figures are at most about this old, unless there are more SLOs than a run can measure. */
const MEASURED_EVERY_MS = 300_000;
const PER_RUN_MAX = 500;
/** Ends a run before the next one starts. */
const RUN_MS_MAX = 40_000;

export type SloJobDeps = { database: Database; clock: Clock };

export async function keepSloFigures(
  { database, clock }: SloJobDeps,
  { signal }: { signal: AbortSignal },
): Promise<void> {
  const endMs = clock.monotonic() + RUN_MS_MAX;
  const before = new Date(clock.now() - MEASURED_EVERY_MS);
  for (const row of await listUnmeasured(database, { before, limit: PER_RUN_MAX })) {
    if (signal.aborted || clock.monotonic() > endMs) return;
    const nowMs = clock.now();
    const figures = await measure(database, row, nowMs);
    await saveFigures(database, { row, figures, now: new Date(nowMs) });
  }
}

async function measure(database: Database, row: SloDefinitionRow, nowMs: number): Promise<SloFigures> {
  try {
    return toFigures(await measureSlo(database, toDefinition(row), nowMs));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const [detail] = error.details ?? [];
    const problem = detail === undefined ? error.message : `${detail.path} ${detail.message}.`;
    return { state: "no_data", attainment: null, budget_left_percentage: null, problem };
  }
}

function toFigures({ state, attainment, budget }: SloReport): SloFigures {
  return { state, attainment, budget_left_percentage: budget?.left_percentage ?? null, problem: null };
}
