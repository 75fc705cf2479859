import type { Db } from "../../../../platform/storage/database.ts";
import { HOUR_MS } from "../../../results/rollups/rollup.ts";
import { type HistoricResult, type HistoricSeries, readResults } from "../read-history.ts";

export type ScanPlan = {
  series: readonly HistoricSeries[];
  /** Whether response times are read; otherwise statuses. */
  withValues: boolean;
  nowMs: number;
  /** The longest look back of a replay from the hour that it replays. */
  keptHours: number;
  /** Called with the number of results of each read. */
  onRead(results: number): void;
};

/** Reads the results of one target for many replays: each hour once. Its hours are asked for in ascending order. */
export class SharedScan {
  readonly #db: Db;
  readonly #plan: ScanPlan;
  readonly #hours = new Map<number, readonly HistoricResult[]>();

  constructor(db: Db, plan: ScanPlan) {
    this.#db = db;
    this.#plan = plan;
  }

  /** The results from then until the end of the hour, in slot order. */
  async read({ fromMs, hourMs }: { fromMs: number; hourMs: number }): Promise<HistoricResult[]> {
    const first = Math.floor(fromMs / HOUR_MS);
    const last = hourMs / HOUR_MS;
    const hours = Array.from({ length: last - first + 1 }, (_, nr) => first + nr);
    const missing = hours.filter((hour) => !this.#hours.has(hour));
    if (missing.length > 0) await this.#load(missing);
    for (const hour of this.#hours.keys()) if (hour < last - this.#plan.keptHours) this.#hours.delete(hour);
    return hours.flatMap((hour) => this.#hours.get(hour) ?? []).filter(({ slotMs }) => slotMs >= fromMs);
  }

  async #load(hours: readonly number[]): Promise<void> {
    const { series, withValues, nowMs } = this.#plan;
    const ranges = hours.map((hour) => {
      return { series, fromMs: hour * HOUR_MS, toMs: Math.min((hour + 1) * HOUR_MS, nowMs + 1) };
    });
    const results = await readResults(this.#db, ranges, { withValues });
    for (const [nr, hour] of hours.entries()) this.#hours.set(hour, results[nr] ?? []);
    this.#plan.onRead(results.reduce((sum, each) => sum + each.length, 0));
  }
}
