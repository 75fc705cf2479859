import { flatConfig } from "@vedette/contract/checks/check-config.ts";
import { comparesRecords } from "@vedette/contract/checks/dns.ts";
import type { OrgId, TargetId } from "@vedette/contract/common/ids.ts";
import type { RecordBaseline } from "@vedette/contract/targets/monitor-state/record-baseline.ts";
import type { Registration } from "@vedette/contract/targets/monitor-state/registration.ts";
import type { SetStatus } from "@vedette/contract/targets/monitor-state/set-status.ts";
import type { Monitor } from "@vedette/contract/targets/monitors.ts";
import { listRegistrations } from "../../../pipeline/domains/queries.ts";
import { type LatestResult, latestResults } from "../../../pipeline/results/reading/latest-results.ts";
import { listRecordBaselines } from "../../../pipeline/targets/baseline-queries.ts";
import { listSetStatuses } from "../../../pipeline/targets/set-status-queries.ts";
import { toCommonView } from "../../../pipeline/targets/target-row.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import type { Db } from "../../../platform/storage/database.ts";
import type { MonitorRow } from "./monitor-type.ts";
import { toRegistration } from "./registration-view.ts";

/** What is stored of a monitor beside its definition; each part is absent until there is one. */
export type MonitorMemory = { baseline?: RecordBaseline | undefined; setStatus?: SetStatus | undefined };
export type MonitorFacts = MonitorMemory & {
  latest?: LatestResult | undefined;
  registration?: Registration | undefined;
};

/** Converts a row to the API representation. */
export function toMonitor(
  row: MonitorRow,
  { latest, baseline, setStatus, registration }: MonitorFacts = {},
): Monitor {
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
    domain_expires_at: registration?.expires_at ?? null,
    registration: registration ?? null,
    baseline: baseline ?? null,
    set_status: setStatus ?? null,
  };
}

/** Reads the facts of some monitors of one organization. */
export async function readMonitorFacts(
  { db, orgId, clock }: { db: Db; orgId: OrgId; clock: Clock },
  rows: readonly MonitorRow[],
): Promise<(id: TargetId) => MonitorFacts> {
  const monitorIds = rows.map(({ id }) => id);
  const latest = await latestResults(db, { orgId, monitorIds, nowMs: clock.now() });
  const memoryOf = await readMemory({ db, orgId }, rows);
  const registrationOf = await readRegistrations(db, rows);
  return (id) => ({ ...memoryOf(id), latest: latest.get(id), registration: registrationOf(id) });
}

async function readMemory(
  { db, orgId }: { db: Db; orgId: OrgId },
  rows: readonly MonitorRow[],
): Promise<(id: TargetId) => MonitorMemory> {
  const idsOf = (has: (row: MonitorRow) => boolean) => rows.filter(has).map(({ id }) => id);
  const baselines = await listRecordBaselines(
    db,
    orgId,
    idsOf(({ config }) => comparesRecords(config)),
  );
  const statuses = await listSetStatuses(
    db,
    orgId,
    idsOf(({ type }) => type === "manual"),
  );
  return (id) => ({ baseline: baselines.get(id), setStatus: statuses.get(id) });
}

/** Reads what a check of a monitor needs of earlier ones. */
export async function readMonitorMemory(
  ctx: { db: Db; orgId: OrgId },
  row: MonitorRow,
): Promise<MonitorMemory> {
  return (await readMemory(ctx, [row]))(row.id);
}

/** Domains that were not looked up yet have a registration, too. */
async function readRegistrations(
  db: Db,
  rows: readonly MonitorRow[],
): Promise<(id: TargetId) => Registration | undefined> {
  const domainOf = new Map(rows.map((row) => [row.id, row.domain]));
  const domains = [...new Set(domainOf.values())].filter((domain) => domain !== null);
  const known = domains.length === 0 ? [] : await listRegistrations(db, domains);
  const byDomain = new Map(known.map((row) => [row.domain, row]));
  return (id) => {
    const domain = domainOf.get(id) ?? null;
    return domain === null ? undefined : toRegistration(domain, byDomain.get(domain));
  };
}

/** The same, with the facts from the database. */
export async function toCurrentMonitor(ctx: { db: Db; clock: Clock }, row: MonitorRow): Promise<Monitor> {
  const factsOf = await readMonitorFacts({ ...ctx, orgId: row.org_id }, [row]);
  return toMonitor(row, factsOf(row.id));
}

/** The representation of a monitor that was just created: it has no results yet, but its domain may be known. */
export async function toNewMonitor({ db }: { db: Db }, row: MonitorRow): Promise<Monitor> {
  const registrationOf = await readRegistrations(db, [row]);
  return toMonitor(row, { registration: registrationOf(row.id) });
}

function instant(ms: number | null | undefined): string | null {
  return ms === null || ms === undefined ? null : new Date(ms).toISOString();
}
