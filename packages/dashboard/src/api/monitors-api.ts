import type { CheckResult, ManualCheck } from "@vedette/contract/check-results.ts";
import type { Monitor } from "@vedette/contract/monitors.ts";
import { type Caller, type Request, send } from "./request.ts";

/** The part of the API that the pages use. Types are the contract's; that answers keep to them is the server's promise. */
export type MonitorsApi = {
  /** Ends well where the key is good. */
  tryKey(): Promise<void>;
  /** Monitors by name, at most `LIST_MAX`. */
  listMonitors(signal: AbortSignal): Promise<{ monitors: Monitor[]; isWhole: boolean }>;
  createMonitor(input: { name: string; url: string }): Promise<Monitor>;
  /** Answers when the check is done at every location. */
  checkMonitor(id: string): Promise<ManualCheck>;
  latestResult(id: string, signal: AbortSignal): Promise<CheckResult | null>;
};

const PATH = "/api/v1/monitors";
const PAGE_LIMIT = 200;
/** More would neither be looked at nor drawn quickly; the search of the API finds the rest. */
export const LIST_MAX = 2_000;
const READ_TIMEOUT_MS = 30_000;

type Answer<T> = { data: T; meta?: { next_cursor: string | null } };

export function createMonitorsApi(caller: Caller): MonitorsApi {
  async function ask<T>(request: Request): Promise<Answer<T>> {
    const response = await send(caller, request);
    return (await response.json()) as Answer<T>;
  }

  const read = <T>(path: string, signal?: AbortSignal) => {
    const deadline = AbortSignal.timeout(READ_TIMEOUT_MS);
    return ask<T>({ path, signal: signal ? AbortSignal.any([signal, deadline]) : deadline });
  };

  return {
    async tryKey() {
      await read(`${PATH}?limit=1`);
    },
    async listMonitors(signal) {
      const monitors: Monitor[] = [];
      const query = new URLSearchParams({ limit: String(PAGE_LIMIT), sort: "name" });
      while (monitors.length < LIST_MAX) {
        const { data, meta } = await read<Monitor[]>(`${PATH}?${query}`, signal);
        monitors.push(...data);
        if (!meta?.next_cursor || data.length === 0) return { monitors, isWhole: true };
        query.set("cursor", meta.next_cursor);
      }
      return { monitors, isWhole: false };
    },
    async createMonitor({ name, url }) {
      const body = { name, type: "url", url };
      return (await ask<Monitor>({ method: "POST", path: PATH, body })).data;
    },
    async checkMonitor(id) {
      const path = `${PATH}/${encodeURIComponent(id)}/check`;
      return (await ask<ManualCheck>({ method: "POST", path })).data;
    },
    async latestResult(id, signal) {
      const path = `${PATH}/${encodeURIComponent(id)}/results?limit=1`;
      return (await read<CheckResult[]>(path, signal)).data[0] ?? null;
    },
  };
}
