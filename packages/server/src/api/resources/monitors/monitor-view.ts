import { flatConfig } from "@vedette/contract/checks/check-config.ts";
import { comparesRecords } from "@vedette/contract/checks/dns.ts";
import type { OrgId, TargetId } from "@vedette/contract/common/ids.ts";
import type { Monitor } from "@vedette/contract/targets/monitors.ts";
import type { RecordBaseline } from "@vedette/contract/targets/record-baseline.ts";
import { type LatestResult, latestResults } from "../../../pipeline/results/reading/latest-results.ts";
import { listRecordBaselines } from "../../../pipeline/targets/baseline-queries.ts";
import { toCommonView } from "../../../pipeline/targets/target-row.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import type { Db } from "../../../platform/storage/database.ts";
import type { MonitorRow } from "./monitor-type.ts";

/** What checks have found; each part is absent until there is a result. */
export type MonitorFacts = { latest?: LatestResult | undefined; baseline?: RecordBaseline | undefined };

/** Converts a row to the API representation. A new monitor has no facts. */
export function toMonitor(row: MonitorRow, { latest, baseline }: MonitorFacts = {}): Monitor {
  const { type, config, locations, max_retries: retries } = row;
  return {
    ...toCommonView(row),
    ...flatConfig(type, config),
    ...{ type, locations, retries, retry: { count: retries, ...config.retry } },
    interval: (row.interval_ms ?? 0) / 1_000,
    timeout: row.timeout_ms / 1_000,
    last_checked_at: instant(latest?.checkedAtMs),
    last_response_time_ms: latest?.responseTimeMs ?? null,
    ssl_expires_at: instant(latest?.tlsExpiresAtMs),
    baseline: baseline ?? null,
  };
}

/** Reads the facts of some monitors of one organization. */
export async function readMonitorFacts(
  { db, orgId, clock }: { db: Db; orgId: OrgId; clock: Clock },
  rows: readonly MonitorRow[],
): Promise<(id: TargetId) => MonitorFacts> {
  const monitorIds = rows.map(({ id }) => id);
  const comparing = rows.filter(({ config }) => comparesRecords(config)).map(({ id }) => id);
  const latest = await latestResults(db, { orgId, monitorIds, nowMs: clock.now() });
  const baselines = await listRecordBaselines(db, orgId, comparing);
  return (id) => ({ latest: latest.get(id), baseline: baselines.get(id) });
}

/** The same, with the facts from the database. */
export async function toCurrentMonitor(ctx: { db: Db; clock: Clock }, row: MonitorRow): Promise<Monitor> {
  const factsOf = await readMonitorFacts({ ...ctx, orgId: row.org_id }, [row]);
  return toMonitor(row, factsOf(row.id));
}

function instant(ms: number | null | undefined): string | null {
  return ms === null || ms === undefined ? null : new Date(ms).toISOString();
}
