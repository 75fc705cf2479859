import { rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { makeBenchFolder } from "./harness/folder.ts";
import { machineFacts, table, type Verdict, verdictTable, writeSection } from "./harness/report.ts";
import { createMonitors, startVedette } from "./harness/vedette.ts";
import { type MeasuredPreview, measurePreview, type PreviewedRule } from "./preview/measure.ts";
import { measureTuning, tuningReport } from "./preview/tune.ts";
import { storeHistory } from "./stats/store.ts";

/*
 * The duration of a preview of each type of rule over a month of many monitors. `--monitors N`, `--days N` and
 * `--rounds N` make a smaller run, which is not written to bench/README.md. `--data FOLDER --key KEY` uses an existing
 * history and keeps it; creating one takes ten minutes. `--tune` measures the tuning of a rule of one monitor instead.
 */

const DAY_MS = 86_400_000;
const INTERVAL_MS = 60_000;
const FULL = { monitors: 1_000, days: 30, rounds: 3 };
const PREVIEW_MS_MAX = 10_000;

const latency = (threshold_ms: number, window_seconds: number, percentile: number | "avg"): PreviewedRule => {
  return { type: "latency_threshold", params: { threshold_ms, window_seconds, percentile } };
};
const errorRate = (threshold: number, window_seconds: number): PreviewedRule => {
  return { type: "error_rate", params: { threshold, window_seconds } };
};
/** The history has an outage of five checks every 41 hours, and a median response time of 80 ms. */
const RULES: readonly PreviewedRule[] = [
  { type: "consecutive_failures", params: { threshold: 3 } },
  errorRate(50, 300),
  errorRate(5, 3_600),
  errorRate(10, 86_400),
  latency(800, 300, 95),
  latency(300, 300, 95),
  latency(150, 3_600, 95),
  latency(200, 300, "avg"),
  { type: "flapping", params: { changes: 4, window_seconds: 3_600 } },
  { type: "ssl_expiry", params: { days: 14 } },
  { type: "ssl_expiry", params: { days: 70 } },
];

const { values } = parseArgs({
  options: {
    monitors: { type: "string" },
    days: { type: "string" },
    rounds: { type: "string" },
    data: { type: "string" },
    key: { type: "string" },
    tune: { type: "boolean" },
  },
});
const monitors = Number(values.monitors ?? FULL.monitors);
const days = Number(values.days ?? FULL.days);
const rounds = Number(values.rounds ?? FULL.rounds);
/** Vedette with its own PostgreSQL. */
const env = { DATABASE_URL: undefined };

const directory = makeBenchFolder();
try {
  if (values.tune) await runTuning();
  else await runPreviews();
} finally {
  rmSync(directory, { recursive: true, force: true });
}

async function runTuning(): Promise<void> {
  const markdown = tuningReport(await measureTuning(join(directory, "data"), { days, rounds }), {
    days,
    rounds,
  });
  console.log(markdown);
  if (days >= FULL.days && rounds >= FULL.rounds) writeSection("tune", markdown);
}

async function runPreviews(): Promise<void> {
  const { data, key } = values;
  const filled =
    data !== undefined && key !== undefined ? { data, key } : await fill(join(directory, "data"));
  const markdown = report(await measure(filled));
  console.log(markdown);
  if (monitors >= FULL.monitors && days >= FULL.days && rounds >= FULL.rounds) {
    writeSection("preview", markdown);
  }
}

/** Creates paused monitors through the API, and writes their history while the service is stopped. */
async function fill(data: string): Promise<{ data: string; key: string }> {
  const vedette = await startVedette(data, { env });
  const bodies = Array.from({ length: monitors }, (_, index) => {
    const url = `http://127.0.0.1:9/${index}`;
    return { name: `Monitor ${index}`, type: "url", url, interval: 60, enabled: false };
  });
  const monitorIds = await createMonitors(vedette, bodies).finally(vedette.stop);
  const toMs = Date.now();
  const fromMs = toMs - days * DAY_MS;
  await storeHistory(data, { monitorIds, fromMs, toMs, intervalMs: INTERVAL_MS });
  return { data, key: vedette.key };
}

async function measure({ data, key }: { data: string; key: string }): Promise<MeasuredPreview[]> {
  const vedette = await startVedette(data, { key, env });
  try {
    const { data: some } = await vedette.request<{ data: { id: string }[] }>("GET", "/monitors?limit=1");
    const plan = { days, rounds, monitorId: some[0]?.id ?? "" };
    const previews: MeasuredPreview[] = [];
    for (const rule of RULES) previews.push(await measurePreview(vedette, { ...plan, rule }));
    return previews;
  } finally {
    await vedette.stop();
  }
}

function report(previews: readonly MeasuredPreview[]): string {
  const results = (monitors * days * DAY_MS) / INTERVAL_MS;
  const verdicts = previews.map(
    (preview): Verdict => ({
      what: nameOf(preview),
      goal: `≤ ${PREVIEW_MS_MAX / 1_000} s`,
      measured: `${toSeconds(preview.bestMs)} s`,
      isMet: preview.bestMs <= PREVIEW_MS_MAX,
    }),
  );
  return [
    `## \`preview\`: a rule over ${results.toLocaleString("en")} results of ${days} days`,
    machineFacts(),
    `${monitors} monitors, checked every ${INTERVAL_MS / 1_000} s, with an outage of five checks every 41 hours each. The fastest of ${rounds} rounds and the median; CPU is that of the fastest. Meanwhile another client requests one monitor every 20 ms; the slowest of these requests shows how long other work waits.`,
    table(
      [
        "Rule",
        "precision",
        "alerts",
        "fastest s",
        "median s",
        "Node CPU s",
        "PostgreSQL CPU s",
        "slowest GET ms",
      ],
      previews.map((preview) => [
        nameOf(preview),
        preview.precision,
        preview.alerts.toLocaleString("en"),
        ...[preview.bestMs, preview.medianMs, preview.nodeMs, preview.postgresMs].map(toSeconds),
        preview.slowestMs.toFixed(0),
      ]),
    ),
    verdictTable(verdicts),
  ].join("\n\n");
}

function nameOf({ type, params }: PreviewedRule): string {
  const values = Object.entries(params).map(([key, value]) => `${key} ${String(value)}`);
  return `${type}: ${values.join(", ")}`;
}

function toSeconds(ms: number): string {
  return (ms / 1_000).toFixed(1);
}
