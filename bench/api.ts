import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { type ApiRequest, type ClientFigures, runClients } from "./harness/api-client.ts";
import { makeBenchFolder } from "./harness/folder.ts";
import { type Lateness, measureLateness } from "./harness/lateness.ts";
import { startTarget, type Target } from "./harness/nginx.ts";
import { machineFacts, table, type Verdict, verdictTable, writeSection } from "./harness/report.ts";
import { createMonitors, startVedette, type Vedette } from "./harness/vedette.ts";

/*
 * Reads and writes of the API while 500 checks a second run, and the lateness of these checks. `--seconds N` (per
 * measurement) and `--warmup N` make a shorter run, which is not written to bench/README.md.
 */

const CHECKS_PER_SECOND = 500;
/** Rarely checked; they fill the pages of the list. */
const MONITORS_TO_PAGE = 2_000;
const PAGE = 50;
const CLIENTS = 10;
const RATE_PER_SECOND = 100;
const GOAL_P99_MS = 25;
const GOAL_LATE_P99_MS = 30;
/** nginx flushes its log at least every second. */
const LOG_FLUSH_MS = 1_500;
const FULL = { seconds: 15, warmup: 60 };

type Measured = { name: string; closed: ClientFigures; open: ClientFigures };
type LatenessRow = { name: string; lateness: Lateness; clients: ClientFigures | null };
type Bench = { vedette: Vedette; target: Target; frequent: string[]; all: string[]; seconds: number };

const { values } = parseArgs({ options: { seconds: { type: "string" }, warmup: { type: "string" } } });
const seconds = Number(values.seconds ?? FULL.seconds);
const warmupSeconds = Number(values.warmup ?? FULL.warmup);

const directory = makeBenchFolder();
const target = await startTarget(directory);
const vedette = await startVedette(join(directory, "data"), { env: { DATABASE_URL: undefined } });
try {
  const bench = await prepare();
  const requests = await makeRequests(bench);
  await delay(warmupSeconds * 1_000);
  const late = await measureAllLateness(bench, [...requests.list, ...requests.results]);
  const measured: Measured[] = [];
  for (const [name, each] of namedRequests(requests)) measured.push(await measure(bench, name, each));
  const markdown = report(measured, late);
  console.log(markdown);
  if (seconds >= FULL.seconds && warmupSeconds >= FULL.warmup) writeSection("api", markdown);
} finally {
  await vedette.stop();
  await target.stop();
  rmSync(directory, { recursive: true, force: true });
}

async function prepare(): Promise<Bench> {
  const monitor = (index: number, interval: number) => ({
    name: `Monitor ${index}`,
    type: "url",
    url: `${target.httpUrl}/${index}`,
    interval,
    timeout: 10,
    tags: ["bench"],
  });
  const often = Array.from({ length: CHECKS_PER_SECOND }, (_, index) => monitor(index, 1));
  const rarely = Array.from({ length: MONITORS_TO_PAGE }, (_, index) =>
    monitor(CHECKS_PER_SECOND + index, 3_600),
  );
  const frequent = await createMonitors(vedette, often);
  const all = [...frequent, ...(await createMonitors(vedette, rarely))];
  return { vedette, target, frequent, all, seconds };
}

type Requests = Record<"list" | "one" | "results" | "stats" | "create" | "update", ApiRequest[]>;

async function makeRequests({ frequent, all }: Bench): Promise<Requests> {
  const get = (path: string): ApiRequest => ({ method: "GET", path });
  const body = { name: "Made", type: "url", url: `${target.httpUrl}/made`, interval: 86_400 };
  return {
    list: await listPageRequests(),
    one: shuffled(all).map((id) => get(`/monitors/${id}`)),
    results: shuffled(frequent).map((id) => get(`/monitors/${id}/results?limit=${PAGE}`)),
    stats: shuffled(frequent).map((id) => get(`/monitors/${id}/stats?period=24h`)),
    create: [{ method: "POST", path: "/monitors", body }],
    update: shuffled(all.slice(CHECKS_PER_SECOND)).map((id, index) => {
      return { method: "PUT", path: `/monitors/${id}`, body: { name: `Renamed ${index}` } };
    }),
  };
}

/** The requests of a client that follows `next_cursor` through the whole list of monitors. */
async function listPageRequests(): Promise<ApiRequest[]> {
  const requests: ApiRequest[] = [];
  let cursor: string | null = null;
  do {
    const path: string = `/monitors?limit=${PAGE}${cursor === null ? "" : `&cursor=${cursor}`}`;
    requests.push({ method: "GET", path });
    const page = await vedette.request<{ meta: { next_cursor: string | null } }>("GET", path);
    cursor = page.meta.next_cursor;
  } while (cursor !== null);
  return requests;
}

/** Writes come last, so that the monitors they create do not affect the reads. */
function namedRequests(requests: Requests): [string, ApiRequest[]][] {
  return [
    ["GET list of 50", requests.list],
    ["GET one", requests.one],
    ["GET results, 50", requests.results],
    ["GET stats, 24 h", requests.stats],
    ["PUT", requests.update],
    ["POST create", requests.create],
  ];
}

async function measure(bench: Bench, name: string, requests: ApiRequest[]): Promise<Measured> {
  // Full load first, so that the figures with a goal come from a warm service.
  const closed = await clients(bench, requests, null);
  const open = await clients(bench, requests, RATE_PER_SECOND);
  return { name, closed, open };
}

function clients(
  bench: Bench,
  requests: readonly ApiRequest[],
  ratePerSecond: number | null,
): Promise<ClientFigures> {
  const { url, key } = bench.vedette;
  return runClients({ url, key, requests, clients: CLIENTS, seconds: bench.seconds, ratePerSecond });
}

/** Lateness without clients, with clients at a moderate rate, with clients at full speed, and without clients again. */
async function measureAllLateness(bench: Bench, requests: readonly ApiRequest[]): Promise<LatenessRow[]> {
  const mixed = shuffled(requests);
  const idle = async () => {
    await delay(bench.seconds * 1_000);
    return null;
  };
  return [
    await latenessDuring(bench, "no clients", idle),
    await latenessDuring(bench, `10 clients, ${RATE_PER_SECOND} requests/s`, () =>
      clients(bench, mixed, RATE_PER_SECOND),
    ),
    await latenessDuring(bench, "10 clients, full speed", () => clients(bench, mixed, null)),
    await latenessDuring(bench, "no clients again", idle),
  ];
}

async function latenessDuring(
  { frequent }: Bench,
  name: string,
  work: () => Promise<ClientFigures | null>,
): Promise<LatenessRow> {
  const grid = new Map(frequent.map((id, index) => [`/${index}`, { id, intervalMs: 1_000 }]));
  await delay(LOG_FLUSH_MS);
  const offset = target.logSize();
  const clients = await work();
  await delay(LOG_FLUSH_MS);
  return { name, lateness: measureLateness(target.requestsSince(offset), grid), clients };
}

function report(measured: readonly Measured[], late: readonly LatenessRow[]): string {
  const cpu = measured.map(({ closed }) => closed.clientCpuShare);
  const toPercent = (share: number) => `${(share * 100).toFixed(0)} %`;
  return [
    "## `api`: reads and writes while 500 checks a second run",
    machineFacts(),
    `The real process with its embedded PostgreSQL, ${CHECKS_PER_SECOND} monitors at 1 s on a local nginx and ${MONITORS_TO_PAGE.toLocaleString("en")} rarely checked ones; ${CLIENTS} keep-alive connections, ${seconds} s for each measurement, no rate limit. The clients are a separate process on the same cores: at full speed they take ${toPercent(Math.min(...cpu))} to ${toPercent(Math.max(...cpu))} of one core from the service. At ${RATE_PER_SECOND} requests/s latency counts from the time at which the request was due.`,
    table(
      ["Request", "requests/s", "p50 ms", "p95 ms", "p99 ms", "p50 at 100/s", "p95 at 100/s", "p99 at 100/s"],
      measured.map(({ name, closed, open }) => [
        name,
        closed.perSecond.toFixed(0),
        ...[closed.p50Ms, closed.p95Ms, closed.p99Ms, open.p50Ms, open.p95Ms, open.p99Ms].map(ms),
      ]),
    ),
    "Lateness of checks, from the target's access log, in the same run. The clients page through all monitors and their results:",
    table(
      ["Load", "p50 ms", "p99 ms", "max ms", "checks", "requests/s"],
      late.map(({ name, lateness, clients }) => [
        name,
        ...[lateness.p50Ms, lateness.p99Ms, lateness.maxMs].map(ms),
        String(lateness.count),
        clients?.perSecond.toFixed(0) ?? "–",
      ]),
    ),
    verdictTable(verdicts(measured, late)),
  ].join("\n\n");
}

function verdicts(measured: readonly Measured[], late: readonly LatenessRow[]): Verdict[] {
  const readVerdicts = measured.slice(0, 2).map(({ name, open }) => ({
    what: `${name}, p99 at ${RATE_PER_SECOND} requests/s`,
    goal: `≤ ${GOAL_P99_MS} ms`,
    measured: `${ms(open.p99Ms)} ms`,
    isMet: open.p99Ms <= GOAL_P99_MS,
  }));
  const checkVerdicts = late.slice(1, 3).map(({ name, lateness }) => ({
    what: `Lateness p99, ${name}`,
    goal: `≤ ${GOAL_LATE_P99_MS} ms`,
    measured: `${ms(lateness.p99Ms)} ms`,
    isMet: lateness.p99Ms <= GOAL_LATE_P99_MS,
  }));
  return [...readVerdicts, ...checkVerdicts];
}

function ms(value: number): string {
  return value.toFixed(1);
}

function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}
