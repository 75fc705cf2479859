import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type ApiRequest, type ClientFigures, runClients } from "./harness/api-client.ts";
import { makeBenchFolder } from "./harness/folder.ts";
import { machineFacts, table, type Verdict, verdictTable, writeSection } from "./harness/report.ts";

/*
 * The cost of authentication: the same handlers with an API key and without authentication, alternately on one server.
 * `--rounds N` makes a shorter run, which is not written to bench/README.md.
 */

const SECONDS = 3;
const FULL_ROUNDS = 9;
const GOAL_RATIO = 1.15;
const CLIENTS = [1, 10];

type Served = { url: string; key: string; ids: string[] };
type Pair = { guarded: ClientFigures; open: ClientFigures };
type Measured = { name: string; clients: number; pairs: Pair[] };

const { values } = parseArgs({ options: { rounds: { type: "string" } } });
const rounds = Number(values.rounds ?? FULL_ROUNDS);

const directory = makeBenchFolder();
const script = fileURLToPath(new URL("./auth/server-process.ts", import.meta.url));
const child = spawn(process.execPath, [script, join(directory, "postgres")], {
  stdio: ["pipe", "pipe", "inherit"],
});
const exited = once(child, "exit");
try {
  const [line] = (await once(createInterface(child.stdout), "line")) as [string];
  const served: Served = JSON.parse(line);
  const measured: Measured[] = [];
  for (const [name, requests] of kinds(served)) {
    for (const clients of CLIENTS) measured.push(await measure(served, { name, requests, clients }));
  }
  const markdown = report(measured);
  console.log(markdown);
  if (rounds >= FULL_ROUNDS) writeSection("auth", markdown);
} finally {
  child.stdin.end();
  await exited;
  rmSync(directory, { recursive: true, force: true });
}

function kinds({ ids }: Served): [string, ApiRequest[]][] {
  return [
    ["GET one monitor", ids.map((id) => ({ method: "GET", path: `/monitors/${id}` }))],
    ["GET list of 50", [{ method: "GET", path: "/monitors?limit=50" }]],
  ];
}

/** Alternates the order, so that other load of the machine affects both equally. */
async function measure(
  { url, key }: Served,
  { name, requests, clients }: { name: string; requests: ApiRequest[]; clients: number },
): Promise<Measured> {
  const run = (prefix: string) =>
    runClients({ url, key, prefix, requests, clients, seconds: SECONDS, ratePerSecond: null });
  await run("/open");
  await run("/api/v1");
  const pairs: Pair[] = [];
  for (let round = 0; round < rounds; round++) {
    const first = await run(round % 2 === 0 ? "/open" : "/api/v1");
    const second = await run(round % 2 === 0 ? "/api/v1" : "/open");
    pairs.push(round % 2 === 0 ? { open: first, guarded: second } : { open: second, guarded: first });
  }
  return { name, clients, pairs };
}

function report(measured: readonly Measured[]): string {
  return [
    "## `auth`: the cost of an API key",
    machineFacts(),
    `The routes of monitors on one server with an embedded PostgreSQL, guarded by an API key and, as /open, without authentication; ${rounds} rounds of ${SECONDS} s each, alternating; figures are medians of the rounds. A valid key is cached for a quarter of a second. Clients run in a separate process on the same cores.`,
    table(
      ["Request", "clients", "requests/s, open", "with a key", "p50 ms, open", "with a key", "ratio"],
      measured.map(({ name, clients, pairs }) => [
        name,
        String(clients),
        median(pairs.map(({ open }) => open.perSecond)).toFixed(0),
        median(pairs.map(({ guarded }) => guarded.perSecond)).toFixed(0),
        median(pairs.map(({ open }) => open.p50Ms)).toFixed(2),
        median(pairs.map(({ guarded }) => guarded.p50Ms)).toFixed(2),
        ratioOf(pairs).toFixed(3),
      ]),
    ),
    verdictTable(measured.map(verdict)),
  ].join("\n\n");
}

function verdict({ name, clients, pairs }: Measured): Verdict {
  const ratio = ratioOf(pairs);
  const what = `${name}, ${clients === 1 ? "one client" : `${clients} clients`}: time with a key / without`;
  return { what, goal: `≤ ${GOAL_RATIO}`, measured: ratio.toFixed(3), isMet: ratio <= GOAL_RATIO };
}

/** The ratio of the times per request, which in a closed loop is the inverse ratio of the throughputs. */
function ratioOf(pairs: readonly Pair[]): number {
  return median(pairs.map(({ open, guarded }) => open.perSecond / guarded.perSecond));
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
