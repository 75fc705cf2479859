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

/** Monitors by the API; every answer is held against the contract. */

/** Before its defaults: as a caller writes it. */
export type Fields = Partial<(typeof monitorCreate)["_zod"]["input"]>;

/** Checked every second, without a second try. */
const EVERY_SECOND: Fields = { name: "e2e", type: "url", interval: 1, timeout: 2, retries: 0 };

export async function createMonitor(vedette: Vedette, fields: Fields): Promise<Monitor> {
  return dataOf(
    monitorSchema,
    await vedette.request("POST", "/api/v1/monitors", { ...EVERY_SECOND, ...fields }),
  );
}

/** In lots, so that the machine under test is not its own bottleneck. */
export async function createMonitors(vedette: Vedette, wanted: readonly Fields[]): Promise<Monitor[]> {
  const made: Monitor[] = [];
  for (let at = 0; at < wanted.length; at += LOT) {
    made.push(
      ...(await Promise.all(wanted.slice(at, at + LOT).map((fields) => createMonitor(vedette, fields)))),
    );
  }
  return made;
}

const LOT = 20;

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

export async function statsOf(vedette: Vedette, id: string, query = "period=1h"): Promise<MonitorStats> {
  return dataOf(monitorStatsSchema, await vedette.request("GET", `/api/v1/monitors/${id}/stats?${query}`));
}

const resultPage = page(checkResultSchema);

/** All results, page by page, oldest first. */
export async function resultsOf(vedette: Vedette, id: string): Promise<CheckResult[]> {
  const all: CheckResult[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const place: string = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const path = `/api/v1/monitors/${id}/results?limit=200&sort=created_at${place}`;
    const answer = await vedette.request("GET", path);
    if (answer.status !== 200) throw new Error(`the API answered ${answer.status}: ${answer.text}`);
    const { data, meta } = resultPage.parse(answer.body);
    all.push(...data);
    cursor = meta.next_cursor;
  }
  return all;
}

/** The slot of a result: its id is a UUID v7 of that instant. */
export function slotMsOf({ id }: Pick<CheckResult, "id">): number {
  return Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16);
}
