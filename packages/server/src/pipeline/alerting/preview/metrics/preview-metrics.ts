import type { RuleCondition } from "@vedette/contract/alerts/rule-conditions.ts";
import { idTimeMs } from "../../../../platform/kernel/ids.ts";
import { readMetricHistory } from "../../evaluation/metric-history.ts";
import { listMetricValues } from "../../evaluation/metric-queries.ts";
import { evaluateMetric, NO_STREAK, withMetric } from "../../evaluation/metrics.ts";
import type { AlertSink } from "../alert-collector.ts";
import { AlertLog } from "../alert-log.ts";
import type { PreviewDeps } from "../prepare-preview.ts";
import { deadlineOf, tooLarge } from "../preview-limits.ts";
import { type PreviewRequest, type PreviewTarget, startMsOf } from "../preview-request.ts";

/** Heartbeats whose pings one statement reads. */
const PAGE_TARGETS = 100;

type MetricCondition = Extract<RuleCondition, { type: "metric" }>;
type MetricRequest = PreviewRequest & { condition: MetricCondition };

/** Several settings of one rule about a metric, which share its reads; each has a sink of its own. */
export type MetricVariant = { request: MetricRequest; found: AlertSink };

/** Finds the alerts of a rule about a metric: replays all values of the period, which are few. */
export async function previewMetrics(
  { db, clock, limits }: PreviewDeps,
  variants: readonly [MetricVariant, ...MetricVariant[]],
): Promise<void> {
  const [{ request }] = variants;
  const { condition, targets, nowMs } = request;
  const assertInTime = deadlineOf(limits, clock);
  const fromMs = startMsOf(request);
  let room = limits.newResultsMax;
  for (let at = 0; at < targets.length; at += PAGE_TARGETS) {
    assertInTime();
    const page = targets.slice(at, at + PAGE_TARGETS);
    const replays = page.flatMap((target) =>
      variants.map((variant) => new MetricReplay(variant.request, target, variant.found)),
    );
    await readMetricHistory(
      db,
      replays.map((replay) => ({ ...replay.load, memory: replay, beforeMs: fromMs })),
    );
    for (const replay of replays) replay.start(fromMs);
    const byHeartbeat = Map.groupBy(replays, ({ load }) => load.heartbeatId);
    const { name } = condition.params;
    const range = { heartbeatIds: [...byHeartbeat.keys()], fromMs, toMs: nowMs + 1, name };
    const rows = await listMetricValues(db, { ...range, limit: room + 1 });
    room -= rows.length;
    if (room < 0)
      throw tooLarge(`covers more than ${limits.newResultsMax.toLocaleString("en")} values of the metric`);
    for (const { heartbeat_id, id, value } of rows)
      for (const replay of byHeartbeat.get(heartbeat_id) ?? []) replay.add(idTimeMs(id), value);
    for (const replay of replays) replay.end();
  }
}

/** A heartbeat while its values are replayed. */
class MetricReplay {
  metric = NO_STREAK;
  readonly load: { heartbeatId: string; params: MetricCondition["params"] };
  readonly #params: MetricCondition["params"];
  readonly #alerts: AlertLog;

  constructor({ condition, ...request }: MetricRequest, target: PreviewTarget, found: AlertSink) {
    this.load = { heartbeatId: target.id, params: condition.params };
    this.#params = condition.params;
    this.#alerts = new AlertLog({ ...request, condition }, { target, found });
  }

  /** What was wrong before is not new. */
  start(fromMs: number): void {
    if (this.metric.met >= this.#params.occurrences) this.#evaluate(fromMs - 1, this.#params.value, true);
  }

  add(atMs: number, value: number): void {
    const before = this.metric;
    this.metric = withMetric(before, this.#params, { atMs, metrics: { [this.#params.name]: value } });
    if (this.metric !== before) this.#evaluate(atMs, value, null);
  }

  end(): void {
    this.#alerts.end();
  }

  #evaluate(atMs: number, value: number, known: boolean | null): void {
    const measured = { atMs, metrics: { [this.#params.name]: value } };
    const { holds, figures } = evaluateMetric(this.#params, this.metric, measured);
    const result = {
      ...{ seriesKey: 0, location: "", slotMs: atMs, status: "up" as const },
      ...{ responseUs: null, connectionKey: 0 },
    };
    const origin = { atMs, location: "", result, runId: null, figures: () => figures };
    this.#alerts.add({ holds: known ?? holds }, origin);
  }
}
