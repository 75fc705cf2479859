import { gzipSync } from "node:zlib";
import type { BulkAlertsInput, BulkAlertsResult } from "@vedette/contract/alerts/bulk-alerts.ts";
import type { ApiMonitorImport, ImportSelection } from "@vedette/contract/api-monitors/api-monitor-import.ts";
import type { ManualCheck } from "@vedette/contract/checks/check-results.ts";
import type { Ping } from "@vedette/contract/heartbeats/pings.ts";
import type {
  Journey,
  JourneyCreateInput,
  JourneyTriggerInput,
  PipelineRun,
} from "@vedette/contract/journeys/journeys.ts";
import type { PastState } from "@vedette/contract/past-state/past-state.ts";
import type { Run } from "@vedette/contract/runs/runs.ts";
import type { SearchResult } from "@vedette/contract/search/search.ts";
import type { ServiceHealth } from "@vedette/contract/service-health/service-health.ts";
import type { DailyUptime } from "@vedette/contract/targets/daily-uptime.ts";
import type { Outage } from "@vedette/contract/targets/history.ts";
import type { SetStatusInput } from "@vedette/contract/targets/monitor-state/set-status.ts";
import type { Monitor } from "@vedette/contract/targets/monitors.ts";
import type { SnoozedTarget, SnoozeInput } from "@vedette/contract/targets/snooze-requests.ts";
import type { RestoredTarget } from "@vedette/contract/targets/trash.ts";
import {
  type ApiRequest,
  type ApiResponse,
  Connection,
  type ConnectionSettings,
  REQUEST_TIMEOUT_MS,
} from "./connection.ts";

export type ImportOptions = {
  format: string | undefined;
  name: string | undefined;
  select: { [Key in keyof ImportSelection]?: readonly string[] };
  isDryRun: boolean;
  /** Whether to also enable API monitors with steps that write. */
  isEnabled: boolean;
};

/** Node's fetch waits at most 300 s for the first byte of a response, which cannot be configured. */
const CHECK_TIMEOUT_MS = 290_000;
/** 50 MiB over 10 Mbit/s, and a minute for the server to wait for a free thread and to parse it. */
const IMPORT_TIMEOUT_MS = 120_000;

/** The API as the commands use it: plain data in and out; every failure is an error with a message. */
export class Client {
  readonly #connection: Connection;

  constructor(settings: ConnectionSettings) {
    this.#connection = new Connection(settings);
  }

  async getMonitor(id: string): Promise<Monitor> {
    return (await this.#send<Monitor>({ method: "GET", path: monitorPath(id) })).data;
  }

  /** Returns when the check is done, or fails after `timeoutMs`. */
  async checkMonitor(id: string, timeoutMs = CHECK_TIMEOUT_MS): Promise<ManualCheck> {
    const path = `${monitorPath(id)}/check`;
    const request = { method: "POST", path, timeoutMs: Math.min(timeoutMs, CHECK_TIMEOUT_MS) } as const;
    return (await this.#send<ManualCheck>(request)).data;
  }

  /** Makes what was found the baseline of a DNS monitor; null for what it is now. */
  async acceptRecords(id: string, records: readonly string[] | null): Promise<Monitor> {
    const path = `${monitorPath(id)}/accept`;
    return (await this.#send<Monitor>({ method: "POST", path, body: { records } })).data;
  }

  /** Sets the status of a manual monitor. */
  async setMonitorStatus(id: string, body: SetStatusInput): Promise<Monitor> {
    const path = `${monitorPath(id)}/status`;
    return (await this.#send<Monitor>({ method: "POST", path, body })).data;
  }

  /** The newest pings of a heartbeat. */
  async listPings(id: string, limit: number): Promise<Ping[]> {
    const path = `heartbeats/${encodeURIComponent(id)}/pings?limit=${limit}`;
    return (await this.#send<Ping[]>({ method: "GET", path })).data;
  }

  async changeAlerts(body: BulkAlertsInput): Promise<BulkAlertsResult> {
    return (await this.#send<BulkAlertsResult>({ method: "POST", path: "alerts/bulk", body })).data;
  }

  async search(text: string): Promise<SearchResult[]> {
    const query = new URLSearchParams({ q: text });
    return (await this.#send<SearchResult[]>({ method: "GET", path: `search?${query}` })).data;
  }

  async snoozeTarget(id: string, body: SnoozeInput): Promise<SnoozedTarget> {
    return (await this.#send<SnoozedTarget>({ method: "POST", path: snoozePath(id), body })).data;
  }

  async unsnoozeTarget(id: string): Promise<SnoozedTarget> {
    return (await this.#send<SnoozedTarget>({ method: "DELETE", path: snoozePath(id) })).data;
  }

  async getDailyUptime(query: Record<string, string>): Promise<DailyUptime> {
    const path = `uptime/daily?${new URLSearchParams(query)}`;
    return (await this.#send<DailyUptime>({ method: "GET", path })).data;
  }

  async getPastState(query: Record<string, string>): Promise<PastState> {
    const path = `past-state?${new URLSearchParams(query)}`;
    return (await this.#send<PastState>({ method: "GET", path })).data;
  }

  async getServiceHealth(query: Record<string, string>): Promise<ServiceHealth> {
    const path = `service-health?${new URLSearchParams(query)}`;
    return (await this.#send<ServiceHealth>({ method: "GET", path })).data;
  }

  /** Returns the latest outages of a target. */
  async listOutages(id: string): Promise<Outage[]> {
    const path = `targets/${encodeURIComponent(id)}/outages?limit=50`;
    return (await this.#send<Outage[]>({ method: "GET", path })).data;
  }

  async restoreTarget(id: string): Promise<RestoredTarget> {
    const path = `trash/${encodeURIComponent(id)}/restore`;
    return (await this.#send<RestoredTarget>({ method: "POST", path })).data;
  }

  async purgeTarget(id: string): Promise<void> {
    await this.#send({ method: "DELETE", path: `trash/${encodeURIComponent(id)}` });
  }

  async createJourney(body: JourneyCreateInput): Promise<Journey> {
    return (await this.#send<Journey>({ method: "POST", path: "journeys", body })).data;
  }

  /** Starts a run, and returns without waiting for it. */
  async runJourney(id: string, body: JourneyTriggerInput): Promise<PipelineRun> {
    const path = pipelinePath(`journeys/${encodeURIComponent(id)}/trigger`);
    return (await this.#send<PipelineRun>({ method: "POST", path, body })).data;
  }

  /** Starts a run at each location, or at one; returns the run IDs. */
  async runApiMonitor(id: string, location: string | undefined): Promise<string[]> {
    const path = `api-monitors/${encodeURIComponent(id)}/trigger`;
    const body = location === undefined ? {} : { location };
    const { data, meta } = await this.#send<Run>({ method: "POST", path, body });
    return meta?.run_ids ?? [data.id];
  }

  /** Uploads the document as a file; returns the result of the import or of a dry run. */
  async importApiMonitors(document: Uint8Array, options: ImportOptions): Promise<ApiMonitorImport> {
    const form = importForm(document, options);
    const request = { method: "POST", path: "api-monitors/import/file", form } as const;
    return (await this.#send<ApiMonitorImport>({ ...request, timeoutMs: IMPORT_TIMEOUT_MS })).data;
  }

  /** Returns the run once it has finished, or after that many seconds. */
  async waitForRun(id: string, seconds: number): Promise<PipelineRun> {
    const path = pipelinePath(`runs/${encodeURIComponent(id)}?wait=${seconds}`);
    const timeoutMs = REQUEST_TIMEOUT_MS + seconds * 1_000;
    return (await this.#send<PipelineRun>({ method: "GET", path, timeoutMs })).data;
  }

  #send<T>(request: ApiRequest): Promise<ApiResponse<T>> {
    return this.#connection.send<T>(request);
  }
}

/** The pipeline API next to /api/v1 has no version. */
function pipelinePath(path: string): string {
  return `../agent/${path}`;
}

const snoozePath = (id: string) => `targets/${encodeURIComponent(id)}/snooze`;

function monitorPath(id: string): string {
  return `monitors/${encodeURIComponent(id)}`;
}

function importForm(
  document: Uint8Array,
  { format, name, select, isDryRun, isEnabled }: ImportOptions,
): FormData {
  const form = new FormData();
  if (format !== undefined) form.append("format", format);
  if (name !== undefined) form.append("name", name);
  form.append("dry_run", String(isDryRun));
  if (isEnabled) form.append("enabled", "true");
  if (Object.keys(select).length > 0) form.append("select", JSON.stringify(select));
  const isGzip = document[0] === 0x1f && document[1] === 0x8b;
  form.append("file", new Blob([isGzip ? Uint8Array.from(document) : gzipSync(document)]), "document");
  return form;
}
