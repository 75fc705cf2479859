import { execFile } from "node:child_process";
import { once } from "node:events";
import { rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs, promisify } from "node:util";
import { makeBenchFolder } from "./harness/folder.ts";
import { type Lateness, measureLateness } from "./harness/lateness.ts";
import { freePort, startTarget } from "./harness/nginx.ts";
import { machineFacts, table, verdictTable, writeSection } from "./harness/report.ts";
import { spawnTied } from "./harness/tied-process.ts";
import { createMonitors, startVedette } from "./harness/vedette.ts";
import { type Visits, visitAtFullSpeed, visitSteadily } from "./status-page/visits.ts";

/*
 * How many requests a second one status page answers from memory while 500 checks a second go on, against nginx that serves
 * the same bytes, and how late these checks are meanwhile. Needs Debian's `nginx` and `wrk`. `--seconds N` of each measurement and
 * `--warmup N` seconds before make a shorter run, which is not written to bench/README.md.
 */

const CHECKS_PER_SECOND = 500;
const CONNECTIONS = 32;
const COMPONENTS = 10;
const GOAL_PER_SECOND = 5_000;
/** What runs of the same measurement differ by. */
const LATE_RATIO_MAX = 1.5;
const ENCODING = "br";
/** nginx writes its log down at least every second. */
const LOG_FLUSH_MS = 1_500;
const NO_VISITORS = "no visitors";
const STEADY = `the status page, ${GOAL_PER_SECOND}/s`;
const NGINX = "nginx, at full speed";
const FULL_SPEED = "the status page, at full speed";
const FULL = { seconds: 15, warmup: 60 };

const { values } = parseArgs({ options: { seconds: { type: "string" }, warmup: { type: "string" } } });
const seconds = Number(values.seconds ?? FULL.seconds);
const warmupSeconds = Number(values.warmup ?? FULL.warmup);
const execute = promisify(execFile);

type Measured = { name: string; perSecond: number; p99: string; lateness: Lateness };

const directory = makeBenchFolder();
const target = await startTarget(directory);
const vedette = await startVedette(join(directory, "data"), { env: { DATABASE_URL: undefined } });
try {
  const ids = await createMonitors(
    vedette,
    Array.from({ length: CHECKS_PER_SECOND }, (_, index) => monitor(index)),
  );
  const grid = new Map(ids.map((id, index) => [`/${index}`, { id, intervalMs: 1_000 }]));
  const url = await createPage(ids);
  await delay(warmupSeconds * 1_000);
  const nginx = await serveCopy(url);
  const measured: Measured[] = [];
  const load = (address: string) => ({ url: address, seconds, connections: CONNECTIONS, coding: ENCODING });
  const waitWithoutVisitors = () => delay(seconds * 1_000, null);
  for (const [name, visit] of [
    [NO_VISITORS, waitWithoutVisitors],
    [`nginx, ${GOAL_PER_SECOND}/s`, () => visitSteadily(load(nginx.url), GOAL_PER_SECOND)],
    [STEADY, () => visitSteadily(load(url), GOAL_PER_SECOND)],
    ["no visitors again", waitWithoutVisitors],
    [NGINX, () => visitAtFullSpeed(load(nginx.url))],
    [FULL_SPEED, () => visitAtFullSpeed(load(url))],
  ] as const)
    measured.push(await measure(grid, name, visit));
  await nginx.stop();
  const markdown = report(measured, nginx.bytes);
  console.log(markdown);
  if (seconds >= FULL.seconds && warmupSeconds >= FULL.warmup) writeSection("status-page", markdown);
} finally {
  await vedette.stop();
  await target.stop();
  rmSync(directory, { recursive: true, force: true });
}

function monitor(index: number) {
  return {
    name: `Monitor ${index}`,
    type: "url",
    url: `${target.httpUrl}/${index}`,
    interval: 1,
    timeout: 10,
  };
}

/** Components that follow the monitors that are checked meanwhile. */
async function createPage(ids: readonly string[]): Promise<string> {
  const page = { slug: "bench", title: "Bench", published: true };
  const { data } = await vedette.request<{ data: { id: string } }>("POST", "/status-pages", page);
  for (let index = 0; index < COMPONENTS; index++)
    await vedette.request("POST", `/status-pages/${data.id}/components`, {
      ...{ name: `Component ${index}`, targets: ids.slice(index * 10, index * 10 + 10) },
    });
  return `${vedette.url}/status/bench`;
}

/** Starts an nginx that serves the page as it is now, with the same coding and from a file. */
async function serveCopy(url: string): Promise<{ url: string; bytes: number; stop: () => Promise<void> }> {
  const path = join(directory, "page.html");
  await execute("curl", ["-s", "-H", `Accept-Encoding: ${ENCODING}`, "-o", path, url]);
  const { size } = statSync(path);
  const port = await freePort();
  const config = join(directory, "copy.conf");
  writeFileSync(
    config,
    `daemon off; worker_processes 1; pid ${directory}/copy.pid; events { worker_connections 1000; }
http { access_log off; keepalive_requests 10000000; default_type text/html;
  client_body_temp_path ${directory}; proxy_temp_path ${directory}; fastcgi_temp_path ${directory};
  uwsgi_temp_path ${directory}; scgi_temp_path ${directory};
  server { listen 127.0.0.1:${port}; root ${directory}; add_header Content-Encoding ${ENCODING}; } }`,
  );
  const child = spawnTied("nginx", ["-c", config, "-p", directory, "-e", join(directory, "copy.log")], {
    stdio: "inherit",
  });
  const copy = `http://127.0.0.1:${port}/page.html`;
  await execute("curl", [
    "-s",
    "--retry",
    "20",
    "--retry-connrefused",
    "--retry-delay",
    "1",
    "-o",
    "/dev/null",
    copy,
  ]);
  const stop = async () => {
    const exited = once(child, "exit");
    child.kill("SIGTERM");
    await exited;
  };
  return { url: copy, bytes: size, stop };
}

async function measure(
  grid: Parameters<typeof measureLateness>[1],
  name: string,
  visit: () => Promise<Visits | null>,
): Promise<Measured> {
  await delay(LOG_FLUSH_MS);
  const offset = target.logSize();
  const visits = await visit();
  await delay(LOG_FLUSH_MS);
  const lateness = measureLateness(target.requestsSince(offset), grid);
  return { name, perSecond: visits?.perSecond ?? 0, p99: visits?.p99 ?? "–", lateness };
}

function report(measured: readonly Measured[], bytes: number): string {
  const of = (name: string) => measured.find((one) => one.name === name);
  const perSecond = (name: string) => of(name)?.perSecond ?? Number.NaN;
  const lateMs = (name: string) => of(name)?.lateness.p99Ms ?? Number.NaN;
  const [own, nginx] = [perSecond(FULL_SPEED), perSecond(NGINX)];
  return [
    "## `status-page`: one status page while 500 checks a second go on",
    machineFacts(),
    `The real process with its embedded PostgreSQL, ${CHECKS_PER_SECOND} monitors at 1 s on a local nginx; a page of ${COMPONENTS} components, ${bytes.toLocaleString("en")} bytes in ${ENCODING}; ${CONNECTIONS} connections from the same cores, ${seconds} s each measurement: ${GOAL_PER_SECOND.toLocaleString("en")} requests a second from bare sockets, then as many as wrk gets. nginx has one worker and serves the same bytes from a file. At full speed all cores are busy.`,
    table(
      ["Meanwhile", "requests a second", "p99", "checks late p50 ms", "p99 ms", "checks"],
      measured.map(({ name, perSecond, p99, lateness }) => [
        ...[name, perSecond.toFixed(0), p99],
        ...[lateness.p50Ms.toFixed(1), lateness.p99Ms.toFixed(1), String(lateness.count)],
      ]),
    ),
    `The page answers ${(own / nginx).toFixed(2)} times as many requests as nginx.`,
    verdictTable([
      {
        what: "Requests a second of one page",
        goal: `≥ ${GOAL_PER_SECOND}`,
        measured: own.toFixed(0),
        isMet: own >= GOAL_PER_SECOND,
      },
      {
        what: `Lateness p99 of checks at ${GOAL_PER_SECOND}/s`,
        goal: `≤ ${LATE_RATIO_MAX} × without visitors`,
        measured: `${(lateMs(STEADY) / lateMs(NO_VISITORS)).toFixed(2)} ×`,
        isMet: lateMs(STEADY) <= LATE_RATIO_MAX * lateMs(NO_VISITORS),
      },
    ]),
  ].join("\n\n");
}
