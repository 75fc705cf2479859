import { type ApiRequest, type ClientFigures, runClients } from "../harness/api-client.ts";
import type { Vedette } from "../harness/vedette.ts";

export type Read = { name: string; goalP95Ms: number | null; figures: ClientFigures };
export type ReadPlan = { monitorIds: readonly string[]; fromMs: number; toMs: number; seconds: number };

/** Different requests of each kind: so many that no page of the table is still warm when a request is repeated. */
const REQUESTS = 1_000;
const DEEP_PAGES = 200;
const STATS_P95_MS = 50;
const RESULTS_P95_MS = 20;

/** One client that requests random monitors, one after the other. */
export async function measureReads(vedette: Vedette, plan: ReadPlan): Promise<Read[]> {
  const { monitorIds, seconds } = plan;
  const requestRandom = (rest: string): ApiRequest[] =>
    Array.from({ length: REQUESTS }, () => ({
      method: "GET",
      path: `/monitors/${pickRandom(monitorIds)}/${rest}`,
    }));
  const kinds: [string, number | null, ApiRequest[]][] = [
    ["stats, 30 d", STATS_P95_MS, requestRandom("stats?period=30d")],
    ["stats, 24 h", null, requestRandom("stats?period=24h")],
    ["stats, 7 d", null, requestRandom("stats?period=7d")],
    ["stats, 90 d", null, requestRandom("stats?period=90d")],
    ["results, first 50", RESULTS_P95_MS, requestRandom("results?limit=50")],
    ["results, 50 deep in", RESULTS_P95_MS, await deepPages(vedette, plan)],
    ["results, last 50 failures", null, requestRandom("results?limit=50&status=down")],
    ["list of 50 monitors", null, [{ method: "GET", path: "/monitors?limit=50" }]],
  ];
  const run = (requests: readonly ApiRequest[]) => {
    const { url, key } = vedette;
    return runClients({ url, key, requests, clients: 1, seconds, ratePerSecond: null });
  };
  // A service that has just started has no cached plans and no compiled code.
  for (const [, , requests] of kinds) await run(requests);
  const reads: Read[] = [];
  for (const [name, goalP95Ms, requests] of kinds) {
    reads.push({ name, goalP95Ms, figures: await run(requests) });
  }
  return reads;
}

/** Requests of pages at random times in the past, with a cursor from the page before. */
async function deepPages(
  vedette: Vedette,
  { monitorIds, fromMs, toMs }: Omit<ReadPlan, "seconds">,
): Promise<ApiRequest[]> {
  const requests: ApiRequest[] = [];
  while (requests.length < DEEP_PAGES) {
    const path = `/monitors/${pickRandom(monitorIds)}/results?limit=50`;
    const to = new Date(fromMs + Math.random() * (toMs - fromMs)).toISOString();
    const page = await vedette.request<Page>("GET", `${path}&to=${to}`);
    const cursor = page.meta.next_cursor;
    if (cursor !== null) requests.push({ method: "GET", path: `${path}&cursor=${cursor}` });
  }
  return requests;
}

type Page = { meta: { next_cursor: string | null } };

function pickRandom<T>(items: readonly T[]): T {
  const item = items[Math.floor(Math.random() * items.length)];
  if (item === undefined) throw new Error("there is nothing to choose from");
  return item;
}
