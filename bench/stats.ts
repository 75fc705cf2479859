import { rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { makeBenchFolder } from "./harness/folder.ts";
import { startTarget, type Target } from "./harness/nginx.ts";
import { machineFacts, table, type Verdict, verdictTable, writeSection } from "./harness/report.ts";
import { createMonitors, startVedette } from "./harness/vedette.ts";
import type { DayKind } from "./stats/history.ts";
import { measureReads, type Read } from "./stats/reads.ts";
import { bytesOfKind, rollupBytes } from "./stats/sizes.ts";
import { type Stored, storeHistory } from "./stats/store.ts";

/*
 * Statistics and results over 30 days of history: how fast the API returns them, and how much disk they take.
 * `--results N` and `--seconds N` (per kind of request) make a smaller run, which is not written to bench/README.md.
 */

const DAYS = 30;
const DAY_MS = 86_400_000;
const INTERVAL_MS = 60_000;
const KINDS: readonly DayKind[] = ["HTTP", "HTTPS", "HTTPS with an assertion"];
/** For a result without assertions; the size of others depends on the assertions. */
const BYTES_MAX = 120;
const FULL = { results: 10_000_000, seconds: 10 };

const { values } = parseArgs({ options: { results: { type: "string" }, seconds: { type: "string" } } });
const wanted = Number(values.results ?? FULL.results);
const seconds = Number(values.seconds ?? FULL.seconds);
const monitors = Math.max(1, Math.ceil((wanted * INTERVAL_MS) / (DAYS * DAY_MS)));

const directory = makeBenchFolder();
const target = await startTarget(directory);
try {
  const { stored, reads } = await run(join(directory, "data"), target);
  const markdown = report(stored, reads);
  console.log(markdown);
  if (wanted >= FULL.results && seconds >= FULL.seconds) writeSection("stats", markdown);
} finally {
  await target.stop();
  rmSync(directory, { recursive: true, force: true });
}

/** Creates the monitors through the API, writes their history while the service is stopped, and measures requests. */
async function run(data: string, { httpUrl }: Target): Promise<{ stored: Stored; reads: Read[] }> {
  const env = { DATABASE_URL: undefined };
  const first = await startVedette(data, { env });
  const bodies = Array.from({ length: monitors }, (_, index) => {
    return { name: `Monitor ${index}`, type: "url", url: `${httpUrl}/${index}`, interval: 60 };
  });
  const monitorIds = await createMonitors(first, bodies).finally(first.stop);
  const toMs = Date.now();
  const span = { monitorIds, fromMs: toMs - DAYS * DAY_MS, toMs };
  const stored = await storeHistory(data, { ...span, intervalMs: INTERVAL_MS });
  const vedette = await startVedette(data, { key: first.key, env });
  try {
    return { stored, reads: await measureReads(vedette, { ...span, seconds }) };
  } finally {
    await vedette.stop();
  }
}

function report(stored: Stored, reads: readonly Read[]): string {
  const { history, rolledUp, compactMs } = stored;
  const each = (durationMs: number, results: number) => `${((durationMs * 1_000) / results).toFixed(1)} µs`;
  const rollups = rollupBytes(stored.after, history.results)
    .map(({ name, bytes }) => `\`${name}\` ${bytes.toFixed(2)}`)
    .join(", ");
  return [
    `## \`stats\`: ${history.results.toLocaleString("en")} results over ${DAYS} days`,
    machineFacts(),
    `${monitors} monitors, checked every ${INTERVAL_MS / 1_000} s, while one client in a separate process queries the API, ${seconds} s for each kind of request after the same warm-up time, random monitors. All data fits into the page cache. A result took ${each(history.loadMs, history.results)} to store (with \`insert … select\`, in the order of a recorder), ${each(rolledUp.rollUpMs, rolledUp.results)} to roll up and ${each(compactMs, history.results)} to compact.`,
    table(
      ["GET", "p50 ms", "p95 ms", "p99 ms", "requests"],
      reads.map(({ name, figures }) => [
        name,
        ...[figures.p50Ms, figures.p95Ms, figures.p99Ms].map((ms) => ms.toFixed(1)),
        String(figures.count),
      ]),
    ),
    "Bytes on disk per result, as written and after the indexes of its closed day were compacted:",
    table(["Results", "heap", "indexes", "total", "indexes compacted", "total compacted"], sizeRows(stored)),
    `Rollups, bytes per result: ${rollups}.`,
    verdictTable(verdicts(stored, reads)),
  ].join("\n\n");
}

function sizeRows({ history, before, after }: Stored): string[][] {
  return KINDS.map((kind) => {
    const loose = bytesOfKind(before, history.days, kind);
    const compact = bytesOfKind(after, history.days, kind);
    const sizes = [loose?.heap, loose?.indexes, loose?.total, compact?.indexes, compact?.total];
    return [kind, ...sizes.map(toText)];
  });
}

function verdicts({ history, after }: Stored, reads: readonly Read[]): Verdict[] {
  const readVerdicts = reads.flatMap(({ name, goalP95Ms, figures }) =>
    goalP95Ms === null
      ? []
      : {
          what: `${name}, p95`,
          goal: `≤ ${goalP95Ms} ms`,
          measured: `${figures.p95Ms.toFixed(1)} ms`,
          isMet: figures.p95Ms <= goalP95Ms,
        },
  );
  const sizeVerdicts = (["HTTP", "HTTPS"] as const).map((kind) => {
    const total = bytesOfKind(after, history.days, kind)?.total ?? Number.NaN;
    return {
      what: `Disk per result, ${kind}, with indexes`,
      goal: `≤ ${BYTES_MAX} bytes`,
      measured: `${toText(total)} bytes`,
      isMet: total <= BYTES_MAX,
    };
  });
  return [...readVerdicts, ...sizeVerdicts];
}

function toText(bytes: number | undefined): string {
  return bytes === undefined ? "–" : bytes.toFixed(1);
}
