import { machineFacts, table, type Verdict, verdictTable } from "../harness/report.ts";
import { createMonitors, startVedette, type Vedette } from "../harness/vedette.ts";
import { storeHistory } from "../stats/store.ts";
import type { PreviewedRule } from "./measure.ts";

/* The duration of tuning a rule of one monitor: up to 60 combinations over a month of results every 10 seconds. */

const DAY_MS = 86_400_000;
const INTERVAL_MS = 10_000;
const TUNE_MS_MAX = 10_000;
/** Vedette with its own PostgreSQL. */
const ENV = { DATABASE_URL: undefined };

/** Failures are rare in this history, and response times are around 80 ms: the last rule reads nearly every hour. */
const RULES: readonly PreviewedRule[] = [
  { type: "consecutive_failures", params: { threshold: 3 } },
  { type: "error_rate", params: { threshold: 10, window_seconds: 900 } },
  { type: "latency_threshold", params: { threshold_ms: 800, window_seconds: 300, percentile: 95 } },
  { type: "latency_threshold", params: { threshold_ms: 150, window_seconds: 300, percentile: 95 } },
];

export type MeasuredTuning = PreviewedRule & {
  combinations: number;
  alerts: number;
  bestMs: number;
  nodeMs: number;
  postgresMs: number;
};

type TuneResponse = { data: { combinations: { alerts: number; is_rule: boolean }[] } };

/** Writes the history of one monitor into a new data folder, and tunes a rule of each type several times. */
export async function measureTuning(
  data: string,
  { days, rounds }: { days: number; rounds: number },
): Promise<MeasuredTuning[]> {
  const filling = await startVedette(data, { env: ENV });
  const body = { name: "Tuned", type: "url", url: "http://127.0.0.1:9/", interval: 10, enabled: false };
  const monitorIds = await createMonitors(filling, [body]).finally(filling.stop);
  const toMs = Date.now();
  await storeHistory(data, { monitorIds, fromMs: toMs - days * DAY_MS, toMs, intervalMs: INTERVAL_MS });
  const vedette = await startVedette(data, { key: filling.key, env: ENV });
  try {
    const measured: MeasuredTuning[] = [];
    for (const rule of RULES) {
      const found: MeasuredTuning[] = [];
      for (let nr = 0; nr < rounds; nr++)
        found.push(await measureRound(vedette, { rule, days, monitorId: monitorIds[0] ?? "" }));
      const [best] = found.sort((a, b) => a.bestMs - b.bestMs);
      if (best) measured.push(best);
    }
    return measured;
  } finally {
    await vedette.stop();
  }
}

async function measureRound(
  vedette: Vedette,
  { rule, days, monitorId }: { rule: PreviewedRule; days: number; monitorId: string },
): Promise<MeasuredTuning> {
  const created = await vedette.request<{ data: { id: string } }>("POST", "/alerts/rules", {
    ...{ ...rule, name: "Tuned", monitor_id: monitorId, enabled: false },
  });
  const path = `/alerts/rules/${created.data.id}`;
  const before = vedette.usage();
  const startedMs = performance.now();
  const { data } = await vedette.request<TuneResponse>("POST", `${path}/tune`, { days });
  const bestMs = performance.now() - startedMs;
  const after = vedette.usage();
  await vedette.request("DELETE", path);
  return {
    ...rule,
    combinations: data.combinations.length,
    alerts: data.combinations.find(({ is_rule: isRule }) => isRule)?.alerts ?? 0,
    bestMs,
    nodeMs: after.node.cpuMs - before.node.cpuMs,
    postgresMs: after.postgres.cpuMs - before.postgres.cpuMs,
  };
}

export function tuningReport(
  measured: readonly MeasuredTuning[],
  { days, rounds }: { days: number; rounds: number },
): string {
  const results = (days * DAY_MS) / INTERVAL_MS;
  const nameOf = ({ type, params }: PreviewedRule) =>
    `${type}: ${Object.entries(params)
      .map(([key, value]) => `${key} ${String(value)}`)
      .join(", ")}`;
  return [
    `## \`preview --tune\`: other settings of a rule over ${results.toLocaleString("en")} results of ${days} days`,
    machineFacts(),
    `One monitor at one location, checked every ${INTERVAL_MS / 1_000} s. The fastest of ${rounds} rounds, with its CPU.`,
    table(
      ["Rule", "combinations", "alerts of the rule", "fastest s", "Node CPU s", "PostgreSQL CPU s"],
      measured.map((each) => [
        ...[nameOf(each), String(each.combinations), each.alerts.toLocaleString("en")],
        ...[each.bestMs, each.nodeMs, each.postgresMs].map((ms) => (ms / 1_000).toFixed(1)),
      ]),
    ),
    verdictTable(
      measured.map(
        (each): Verdict => ({
          what: nameOf(each),
          goal: `≤ ${TUNE_MS_MAX / 1_000} s`,
          measured: `${(each.bestMs / 1_000).toFixed(1)} s`,
          isMet: each.bestMs <= TUNE_MS_MAX,
        }),
      ),
    ),
  ].join("\n\n");
}
