import {
  type CheckResult,
  checkResultSchema,
  manualCheckSchema,
} from "@vedette/contract/checks/check-results.ts";
import { page } from "@vedette/contract/common/envelope.ts";
import { type Monitor, type monitorCreate, monitorSchema } from "@vedette/contract/targets/monitors.ts";
import { type MonitorStats, monitorStatsSchema } from "@vedette/contract/targets/stats.ts";
import { dataOf } from "./api-client.ts";
import type { Vedette } from "./vedette.ts";

/** Monitors, through the API; every response is validated against the contract. */

/** Input of the API, before defaults. */
export type Fields = Partial<(typeof monitorCreate)["_zod"]["input"]>;

/** Checked every second, without retries. */
const EVERY_SECOND: Fields = { name: "e2e", type: "url", interval: 1, timeout: 2, retries: 0 };

export async function createMonitor(vedette: Vedette, fields: Fields): Promise<Monitor> {
  return dataOf(
    monitorSchema,
    await vedette.request("POST", "/api/v1/monitors", { ...EVERY_SECOND, ...fields }),
  );
}

/** In batches, so that requests do not overload the process under test. */
export async function createMonitors(vedette: Vedette, wanted: readonly Fields[]): Promise<Monitor[]> {
  const created: Monitor[] = [];
  for (let at = 0; at < wanted.length; at += BATCH) {
    created.push(
      ...(await Promise.all(wanted.slice(at, at + BATCH).map((fields) => createMonitor(vedette, fields)))),
    );
  }
  return created;
}

const BATCH = 20;

export async function getMonitor(vedette: Vedette, id: string): Promise<Monitor> {
  return dataOf(monitorSchema, await vedette.request("GET", `/api/v1/monitors/${id}`));
}

export async function changeMonitor(vedette: Vedette, id: string, fields: Fields): Promise<Monitor> {
  return dataOf(monitorSchema, await vedette.request("PUT", `/api/v1/monitors/${id}`, fields));
}

export async function checkNow(
  vedette: Vedette,
  id: string,
): Promise<ReturnType<typeof manualCheckSchema.parse>> {
  return dataOf(manualCheckSchema, await vedette.request("POST", `/api/v1/monitors/${id}/check`));
}

export async function getStats(vedette: Vedette, id: string, query = "period=1h"): Promise<MonitorStats> {
  return dataOf(monitorStatsSchema, await vedette.request("GET", `/api/v1/monitors/${id}/stats?${query}`));
}

const resultPage = page(checkResultSchema);

/** All results, page by page, oldest first. */
export async function listResults(vedette: Vedette, id: string): Promise<CheckResult[]> {
  const all: CheckResult[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const parameter: string = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const path = `/api/v1/monitors/${id}/results?limit=200&sort=created_at${parameter}`;
    const response = await vedette.request("GET", path);
    if (response.status !== 200) throw new Error(`the API returned ${response.status}: ${response.text}`);
    const { data, meta } = resultPage.parse(response.body);
    all.push(...data);
    cursor = meta.next_cursor;
  }
  return all;
}

/** The slot of a result: its id is a UUID v7 of that instant. */
export function slotMsOf({ id }: Pick<CheckResult, "id">): number {
  return Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16);
}
