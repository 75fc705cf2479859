import { type ApiRequest, type ClientFigures, runClients } from "../harness/api-client.ts";
import type { Vedette } from "../harness/vedette.ts";

export type Read = { name: string; goalP95Ms: number | null; figures: ClientFigures };
export type ReadPlan = { monitorIds: readonly string[]; fromMs: number; toMs: number; seconds: number };

/** Different questions of a kind, asked in turn: enough that no page is warm from the time before. */
const QUESTIONS = 1_000;
const DEEP_PAGES = 200;
const STATS_P95_MS = 50;
const RESULTS_P95_MS = 20;

/** One client that asks about random monitors, one question after the other. */
export async function measureReads(vedette: Vedette, plan: ReadPlan): Promise<Read[]> {
  const { monitorIds, seconds } = plan;
  const ofAny = (rest: string): ApiRequest[] =>
    Array.from({ length: QUESTIONS }, () => ({
      method: "GET",
      path: `/monitors/${oneOf(monitorIds)}/${rest}`,
    }));
  const questions: [string, number | null, ApiRequest[]][] = [
    ["stats, 30 d", STATS_P95_MS, ofAny("stats?period=30d")],
    ["stats, 24 h", null, ofAny("stats?period=24h")],
    ["stats, 7 d", null, ofAny("stats?period=7d")],
    ["stats, 90 d", null, ofAny("stats?period=90d")],
    ["results, first 50", RESULTS_P95_MS, ofAny("results?limit=50")],
    ["results, 50 deep in", RESULTS_P95_MS, await deepPages(vedette, plan)],
    ["results, last 50 failures", null, ofAny("results?limit=50&status=down")],
    ["list of 50 monitors", null, [{ method: "GET", path: "/monitors?limit=50" }]],
  ];
  const ask = (requests: readonly ApiRequest[]) => {
    const { url, key } = vedette;
    return runClients({ url, key, requests, clients: 1, seconds, ratePerSecond: null });
  };
  // A service that has just started has no cached plans and no compiled code.
  for (const [, , requests] of questions) await ask(requests);
  const reads: Read[] = [];
  for (const [name, goalP95Ms, requests] of questions) {
    reads.push({ name, goalP95Ms, figures: await ask(requests) });
  }
  return reads;
}

/** Pages somewhere in the past, by the cursor of a page that ended there. */
async function deepPages(
  vedette: Vedette,
  { monitorIds, fromMs, toMs }: Omit<ReadPlan, "seconds">,
): Promise<ApiRequest[]> {
  const requests: ApiRequest[] = [];
  while (requests.length < DEEP_PAGES) {
    const path = `/monitors/${oneOf(monitorIds)}/results?limit=50`;
    const to = new Date(fromMs + Math.random() * (toMs - fromMs)).toISOString();
    const page = await vedette.request<Page>("GET", `${path}&to=${to}`);
    const cursor = page.meta.next_cursor;
    if (cursor !== null) requests.push({ method: "GET", path: `${path}&cursor=${cursor}` });
  }
  return requests;
}

type Page = { meta: { next_cursor: string | null } };

function oneOf<T>(items: readonly T[]): T {
  const item = items[Math.floor(Math.random() * items.length)];
  if (item === undefined) throw new Error("there is nothing to choose from");
  return item;
}
