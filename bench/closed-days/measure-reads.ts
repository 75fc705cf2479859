import type { OrgId } from "@vedette/contract/common/ids.ts";
import { listExportedResults } from "../../packages/server/src/api/resources/exports/queries.ts";
import { preview } from "../../packages/server/src/pipeline/alerting/preview/preview.ts";
import { listResults } from "../../packages/server/src/pipeline/results/reading/list-results.ts";
import { monitorStats } from "../../packages/server/src/pipeline/results/stats/monitor-stats.ts";
import { systemClock } from "../../packages/server/src/platform/kernel/clock.ts";
import type { Database } from "../../packages/server/src/platform/storage/database.ts";
import type { MixedMonitor } from "./fill-mix.ts";

const DAY_MS = 86_400_000;
const LIMITS = { resultsMax: 10_000_000, newResultsMax: 10_000_000, durationMs: 600_000 };

type Installation = { database: Database; orgId: string; monitors: readonly MixedMonitor[]; nowMs: number };
type Read = { name: string; run: (monitor: MixedMonitor) => Promise<unknown> };

/** Returns the median duration of each kind of read, in milliseconds, over rounds of all monitors in turn. */
export async function measureReads(installation: Installation, rounds: number): Promise<Map<string, number>> {
  const medians = new Map<string, number>();
  for (const { name, run } of readsOf(installation)) {
    const took: number[] = [];
    for (let nr = 0; nr < rounds; nr++) {
      const monitor = installation.monitors[(nr * 7) % installation.monitors.length];
      if (monitor === undefined) continue;
      const startedMs = performance.now();
      await run(monitor);
      took.push(performance.now() - startedMs);
    }
    medians.set(name, took.toSorted((a, b) => a - b)[took.length >> 1] ?? Number.NaN);
  }
  return medians;
}

function readsOf({ database, orgId, nowMs }: Installation): Read[] {
  const list = (monitorId: string, filters: Parameters<typeof listResults>[1]["filters"], limit = 50) =>
    listResults(database, { orgId, monitorId, nowMs, filters, limit, sort: "-created_at" });
  const to = new Date(nowMs - 15.4 * DAY_MS);
  const window = (days: number) => ({ period: null, fromMs: nowMs - days * DAY_MS, toMs: nowMs });
  return [
    { name: "newest page of 50 results", run: ({ id }) => list(id, {}) },
    { name: "page of 50 results, 15 days old", run: ({ id }) => list(id, { to }) },
    { name: "page of 50 failures, 15 days old", run: ({ id }) => list(id, { to, status: ["down"] }) },
    {
      name: "one result, 15 days old",
      run: ({ id, intervalMs }) => list(id, { from: new Date(to.getTime() - intervalMs), to }, 1),
    },
    {
      name: "statistics of 30 days",
      run: ({ id }) => monitorStats(database, { orgId, monitorId: id, nowMs, ...window(30) }),
    },
    {
      name: "1,000 results of the export, 15 days old",
      run: ({ id, seriesKey }) =>
        listExportedResults(database, orgId as OrgId, {
          series: { series_key: seriesKey, target_id: id, name: "", kind: "monitor", location: "default" },
          ...{
            fromUs: to.getTime() * 1_000,
            toUs: nowMs * 1_000,
            afterUs: null,
            statuses: null,
            limit: 1_000,
          },
        }),
    },
    {
      name: "preview of an error rate, 30 days",
      run: ({ id }) =>
        preview(
          { db: database, clock: systemClock, limits: LIMITS },
          {
            ...{ orgId, days: 30, nowMs, targets: [{ id, kind: "monitor", name: "" }] },
            condition: { type: "error_rate", params: { threshold: 50, window_seconds: 900, min_checks: 5 } },
            timing: { cooldownMs: 0, confirmMs: 0, recoveryThreshold: 1 },
          },
        ),
    },
  ];
}
