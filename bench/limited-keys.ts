import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { makeBenchFolder } from "./harness/folder.ts";
import { machineFacts, table, type Verdict, verdictTable, writeSection } from "./harness/report.ts";
import { createMonitors, startVedette, type Vedette } from "./harness/vedette.ts";
import { storeHistory } from "./stats/store.ts";

/*
 * Reads with an API key that is limited to a few targets, to half of them, and with one that is not, alternating.
 * `--monitors N` and `--rounds N` make a smaller run, which is not written to bench/README.md. `--data FOLDER --key KEY`
 * uses an existing installation of this benchmark and keeps it.
 */

const FULL = { monitors: 10_000, rounds: 15 };
const FEW = 17;
const INTERVAL_MS = 900_000;
const HISTORY_MS = 86_400_000;
const RATIO_MAX = 2;
/** Below this, a ratio says nothing to a person. */
const NOTICEABLE_MS = 20;
const WARM_ROUNDS = 2;
const PROGRAM = fileURLToPath(new URL("../packages/server/bin/vedette.mjs", import.meta.url));

/** A key, and a monitor that it sees. */
type Reader = { name: string; key: string; id: string };
type Measured = { path: string; medianMs: number[] };

const PATHS: readonly string[] = [
  ...["/monitors?limit=50", "/monitors?limit=50&status=down", "/monitors?limit=50&include=uptime"],
  ...[
    "/targets?limit=50",
    "/targets?limit=50&sort=name",
    "/targets/summary",
    "/targets?limit=50&q=Monitor%2012",
  ],
  ...["/search?q=Monitor", "/search?q=Monitor%2099"],
  ...["/monitors/{id}", "/monitors/{id}/results?limit=50", "/monitors/{id}/stats?period=24h"],
  ...["/targets/{id}/timeline", "/targets/{id}/heat-map", "/targets/{id}/outages"],
  ...["/uptime/daily?target_id={id}", "/uptime.csv", "/results.csv?target_id={id}"],
  ...[
    "/runs?limit=50",
    "/alerts?limit=50",
    "/alerts/rules?limit=50",
    "/incidents?limit=50",
    "/incidents/stats",
  ],
  ...["/metrics?tag=few", "/events"],
];

const { values } = parseArgs({
  options: {
    monitors: { type: "string" },
    rounds: { type: "string" },
    data: { type: "string" },
    key: { type: "string" },
  },
});
const monitors = Number(values.monitors ?? FULL.monitors);
const rounds = Number(values.rounds ?? FULL.rounds);
/** Vedette with its own PostgreSQL. */
const env = { DATABASE_URL: undefined };

const directory = makeBenchFolder();
try {
  const { data, key } = values;
  const filled =
    data !== undefined && key !== undefined ? { data, key } : await fill(data ?? join(directory, "data"));
  const vedette = await startVedette(filled.data, { key: filled.key, env });
  try {
    const readers = await makeReaders(vedette, filled.data);
    const measured: Measured[] = [];
    for (const path of PATHS) measured.push(await measure(vedette, { path, readers }));
    const markdown = report(measured, readers);
    console.log(markdown);
    if (monitors >= FULL.monitors && rounds >= FULL.rounds) writeSection("limited-keys", markdown);
  } finally {
    await vedette.stop();
  }
} finally {
  rmSync(directory, { recursive: true, force: true });
}

/** Creates paused monitors through the API, and writes their history while the service is stopped. */
async function fill(data: string): Promise<{ data: string; key: string }> {
  const vedette = await startVedette(data, { env });
  const bodies = Array.from({ length: monitors }, (_, index) => ({
    name: `Monitor ${index}`,
    ...{ type: "url", url: `http://127.0.0.1:9/${index}`, interval: INTERVAL_MS / 1_000, enabled: false },
    tags: [index % 2 === 0 ? "half" : "rest", ...(index % Math.floor(monitors / FEW) === 1 ? ["few"] : [])],
  }));
  const monitorIds = await createMonitors(vedette, bodies).finally(vedette.stop);
  console.error(`--data ${data} --key ${vedette.key}`);
  const toMs = Date.now();
  await storeHistory(data, { monitorIds, fromMs: toMs - HISTORY_MS, toMs, intervalMs: INTERVAL_MS });
  return { data, key: vedette.key };
}

/** An unlimited key, and one for each tag. A key of scope agent cannot create keys. */
async function makeReaders(vedette: Vedette, data: string): Promise<Reader[]> {
  // Names are unique, and an existing installation has the keys of the last run.
  const run = Date.now();
  const args = [PROGRAM, "keys", "create", "--name", `bench ${run}`, "--scope", "admin"];
  const options = { env: { ...process.env, ...env, VEDETTE_DATA: data }, encoding: "utf8" } as const;
  const admin = /vdt_\w+/.exec(execFileSync(process.execPath, args, options))?.[0];
  if (admin === undefined) throw new Error("the command printed no key");
  const limited = async (tag: string) => {
    const response = await fetch(`${vedette.url}/api/v1/api-keys`, {
      method: "POST",
      headers: { authorization: `Bearer ${admin}`, "content-type": "application/json" },
      body: JSON.stringify({ name: `${tag} ${run}`, scope: "read", selector: { tags: { any: [tag] } } }),
    });
    const created = (await response.json()) as { data: { key: string } };
    return created.data.key;
  };
  return [
    await readerOf(vedette, { name: "all targets", key: vedette.key }),
    await readerOf(vedette, { name: "some of them", key: await limited("few") }),
    await readerOf(vedette, { name: "half of them", key: await limited("half") }),
  ];
}

async function readerOf({ url }: Vedette, reader: Omit<Reader, "id">): Promise<Reader> {
  const headers = { authorization: `Bearer ${reader.key}` };
  const response = await fetch(`${url}/api/v1/monitors?limit=1`, { headers });
  const { data } = (await response.json()) as { data: { id: string }[] };
  return { ...reader, id: data[0]?.id ?? "" };
}

/** The readers take turns, so that other work on the machine slows all of them. */
async function measure(
  vedette: Vedette,
  { path, readers }: { path: string; readers: readonly Reader[] },
): Promise<Measured> {
  const times: number[][] = readers.map(() => []);
  for (let round = -WARM_ROUNDS; round < rounds; round++) {
    for (const [index, { key, id }] of readers.entries()) {
      const ms = await timeOf(`${vedette.url}/api/v1${path.replace("{id}", id)}`, key);
      if (round >= 0) times[index]?.push(ms);
    }
  }
  return { path, medianMs: times.map(medianOf) };
}

/** Until the response has ended, or until an event stream has started. */
async function timeOf(url: string, key: string): Promise<number> {
  const startedMs = performance.now();
  const abort = new AbortController();
  const response = await fetch(url, { headers: { authorization: `Bearer ${key}` }, signal: abort.signal });
  const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") ?? false;
  const text = isStream ? "" : await response.text();
  const tookMs = performance.now() - startedMs;
  abort.abort();
  if (!response.ok) throw new Error(`GET ${url}: ${response.status} ${text}`);
  return tookMs;
}

function medianOf(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}

function report(measured: readonly Measured[], readers: readonly Reader[]): string {
  const ratiosOf = ({ medianMs: [whole = 0, ...limited] }: Measured) => limited.map((ms) => ms / whole);
  const slowest = measured
    .flatMap((each) =>
      ratiosOf(each).map((ratio, at) => ({ path: each.path, ratio, ms: each.medianMs[at + 1] ?? 0 })),
    )
    .filter(({ ms }) => ms >= NOTICEABLE_MS)
    .toSorted((a, b) => b.ratio - a.ratio)[0];
  const verdict: Verdict = {
    what: `a read with a selector takes at most ${RATIO_MAX} times as long, or less than ${NOTICEABLE_MS} ms`,
    goal: `≤ ${RATIO_MAX}`,
    measured: slowest ? `${slowest.ratio.toFixed(2)} (${slowest.path})` : `< ${NOTICEABLE_MS} ms`,
    isMet: (slowest?.ratio ?? 0) <= RATIO_MAX,
  };
  return [
    `## \`limited-keys\`: reads with a key for some of ${monitors.toLocaleString("en")} targets`,
    machineFacts(),
    `Medians of ${rounds} requests of each key, alternating, in milliseconds; behind them the ratio to the key for all targets. "Some" are ${FEW} targets.`,
    table(
      ["Request", ...readers.map(({ name }) => name)],
      measured.map((each) => {
        const ratios = ratiosOf(each).map((ratio) => ` (${ratio.toFixed(2)})`);
        return [each.path, ...each.medianMs.map((ms, at) => `${ms.toFixed(1)}${ratios[at - 1] ?? ""}`)];
      }),
    ),
    verdictTable([verdict]),
  ].join("\n\n");
}
