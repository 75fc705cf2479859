import { rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { makeBenchFolder } from "./harness/folder.ts";
import { machineFacts, table, verdictTable, writeSection } from "./harness/report.ts";
import { createMonitors, startVedette } from "./harness/vedette.ts";
import { type MeasuredScrape, measureScrapes } from "./metrics/scrape.ts";
import { storeHistory } from "./stats/store.ts";

/*
 * The duration of a scrape of the metrics of many targets, and how long it delays other requests. `--targets N` and
 * `--rounds N` make a smaller run, which is not written to bench/README.md. `--data FOLDER --key KEY` uses existing
 * targets and keeps them.
 */

const FULL = { targets: 10_000, rounds: 10 };
const HISTORY_MS = 7_200_000;
const INTERVAL_MS = 60_000;
const SCRAPE_MS_MAX = 300;
const DELAY_MS_MAX = 20;

const { values } = parseArgs({
  options: {
    targets: { type: "string" },
    rounds: { type: "string" },
    data: { type: "string" },
    key: { type: "string" },
  },
});
const targets = Number(values.targets ?? FULL.targets);
const rounds = Number(values.rounds ?? FULL.rounds);
/** Vedette with its own PostgreSQL. */
const env = { DATABASE_URL: undefined };

const directory = makeBenchFolder();
try {
  const { data, key } = values;
  const filled = key === undefined ? await fill(data ?? join(directory, "data")) : { data: data ?? "", key };
  console.error(`data ${filled.data}, key ${filled.key}`);
  const vedette = await startVedette(filled.data, { key: filled.key, env });
  const scrapes = await measureScrapes(vedette, { rounds }).finally(vedette.stop);
  const markdown = report(scrapes);
  console.log(markdown);
  if (targets >= FULL.targets && rounds >= FULL.rounds) writeSection("metrics", markdown);
} finally {
  rmSync(directory, { recursive: true, force: true });
}

/** Creates paused monitors through the API, and writes their history while the service is stopped. */
async function fill(data: string): Promise<{ data: string; key: string }> {
  const vedette = await startVedette(data, { env });
  const bodies = Array.from({ length: targets }, (_, index) => {
    const url = `http://127.0.0.1:9/${index}`;
    return { name: `Monitor ${index}`, type: "url", url, interval: 60, enabled: false, tags: ["prod"] };
  });
  const monitorIds = await createMonitors(vedette, bodies).finally(vedette.stop);
  const toMs = Date.now();
  await storeHistory(data, { monitorIds, fromMs: toMs - HISTORY_MS, toMs, intervalMs: INTERVAL_MS });
  return { data, key: vedette.key };
}

function report({ first, others, samples, bytes, compressedBytes }: MeasuredScrape): string {
  const sorted = others.toSorted((a, b) => a.tookMs - b.tookMs);
  const median = sorted[Math.floor(sorted.length / 2)] ?? first;
  const slowest = sorted.at(-1) ?? first;
  const delayMs = Math.max(...others.map(({ delayMs: ms }) => ms));
  const rows = [
    ["first", first],
    ["median", median],
    ["slowest", slowest],
  ] as const;
  const verdicts = [
    { what: "a scrape, median", goal: SCRAPE_MS_MAX, ms: median.tookMs },
    { what: "delay of another request", goal: DELAY_MS_MAX, ms: delayMs },
  ];
  return [
    `## \`metrics\`: a scrape of ${targets.toLocaleString("en")} targets`,
    machineFacts(),
    `${samples.toLocaleString("en")} samples, ${(bytes / 1e6).toFixed(1)} MB, ${(compressedBytes / 1e6).toFixed(1)} MB compressed, every 15 s as Prometheus does. Meanwhile another client requests \`/healthz\`, without a pause; the slowest of these requests shows how long a scrape blocks the process.`,
    table(
      ["Scrape", "ms", "to the first byte ms", "CPU of Node ms", "slowest other request ms"],
      rows.map(([name, { tookMs, firstByteMs, nodeMs, delayMs: ms }]) => [
        name,
        ...[tookMs, firstByteMs, nodeMs, ms].map((each) => each.toFixed(0)),
      ]),
    ),
    verdictTable(
      verdicts.map(({ what, goal, ms }) => ({
        ...{ what, goal: `≤ ${goal} ms`, measured: `${ms.toFixed(0)} ms`, isMet: ms <= goal },
      })),
    ),
  ].join("\n\n");
}
