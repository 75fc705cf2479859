import { once } from "node:events";
import { rmSync } from "node:fs";
import process from "node:process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { createTlsFixtures } from "../packages/server/test/tls-fixtures.ts";
import { makeBenchFolder } from "./harness/folder.ts";
import { startTarget } from "./harness/nginx.ts";
import { writeSection } from "./harness/report.ts";
import { spawnTied } from "./harness/tied-process.ts";
import { benchKinds, type RunningKind } from "./kinds/bench-kinds.ts";
import { type KindCost, measureKind } from "./kinds/cost.ts";
import { measureMix } from "./kinds/mix.ts";
import { report } from "./kinds/report.ts";
import { startKinds, stopKinds } from "./kinds/running.ts";

/*
 * What a check of each kind costs, against a loop that sends the same bytes on bare sockets, on real servers on loopback;
 * and whether 200 checks a second of all other kinds make 1,000 HTTP checks a second late. Kinds whose server is not
 * installed are left out. Needs Debian's nginx. Takes three minutes. `--seconds N` measures each turn of a kind so long,
 * and the mix 20 times as long each; `--kind NAME` measures only one kind. A shorter run and one kind are not written to
 * bench/README.md.
 */

const DEFAULT_SECONDS = 0.5;
const MIX_SECONDS_PER_SECOND = 20;
const ROUNDS = 3;
/** What the checks of 5,000 monitors need to be on their grid again after a restart; see `checks`. */
const SETTLE_MS = 5_000;

const { values } = parseArgs({ options: { seconds: { type: "string" }, kind: { type: "string" } } });
const seconds = Number(values.seconds ?? DEFAULT_SECONDS);
if (!(seconds > 0)) throw new Error("--seconds must be a number above 0");

const directory = makeBenchFolder();
const target = await startTarget(directory);
const servers = spawnTied(
  process.execPath,
  [
    "--disable-warning=ExperimentalWarning",
    fileURLToPath(new URL("./kinds/node-servers-process.ts", import.meta.url)),
  ],
  { stdio: ["ignore", "pipe", "inherit"] },
);
try {
  const { valid: leaf } = await createTlsFixtures();
  const ports: Record<string, number> = {
    ...(await printedPorts()),
    url: Number(new URL(target.httpUrl).port),
  };
  const kinds = benchKinds(ports).filter(({ type }) => values.kind === undefined || values.kind === type);
  for (const { type, missing } of kinds) {
    if (missing !== null) process.stderr.write(`${type} is left out: ${missing}\n`);
  }
  const running = await startKinds(
    kinds.filter(({ missing }) => missing === null),
    leaf,
  );
  try {
    await measureAll(running);
  } finally {
    await stopKinds(running);
  }
} finally {
  servers.kill();
  await target.stop();
  rmSync(directory, { recursive: true, force: true });
}

async function measureAll(running: readonly RunningKind[]): Promise<void> {
  const costs: KindCost[] = [];
  for (const each of running) {
    const cost = await measureKind(each, { seconds, count: ROUNDS });
    costs.push(cost);
    const figures = [cost.checkMs.toFixed(3), cost.bareMs.toFixed(3), cost.ratio.toFixed(2)];
    process.stderr.write(`${each.kind.type}  ${figures.join("  ")}\n`);
  }
  if (values.kind !== undefined) return;
  const others = running.filter(({ kind }) => kind.type !== "url");
  const mixSeconds = seconds * MIX_SECONDS_PER_SECOND;
  const mix = await measureMix(others, { target, seconds: mixSeconds, settleMs: SETTLE_MS });
  const text = report(costs, mix);
  process.stdout.write(`${text}\n`);
  if (seconds >= DEFAULT_SECONDS) writeSection("kinds", text);
}

/** Of the servers of Node, which print them when they listen. */
async function printedPorts(): Promise<Record<string, number>> {
  if (servers.stdout === null) throw new Error("the servers have no output to read");
  const [line] = await once(createInterface(servers.stdout), "line");
  return JSON.parse(String(line)) as Record<string, number>;
}
