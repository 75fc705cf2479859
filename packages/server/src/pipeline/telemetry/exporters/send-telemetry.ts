import type { Clock } from "../../../platform/kernel/clock.ts";
import type { Logger } from "../../../platform/kernel/logger.ts";
import { errorFacts } from "../../../platform/kernel/logger.ts";
import type { SendRequest } from "../../../platform/net/send-request.ts";
import type { Vault } from "../../../platform/secrets/vault.ts";
import type { Database } from "../../../platform/storage/database.ts";
import { readFigures } from "../figures/read-figures.ts";
import { encodeMetrics, encodeTraces, type Resource, resourceOf } from "../otlp/resource.ts";
import { countPoints, targetMetrics } from "../otlp/target-metrics.ts";
import { listTracedRows } from "../traces/queries.ts";
import { traceSpansOf } from "../traces/spans.ts";
import { DeliveryTurn } from "./delivery-turn.ts";
import { openHeaders } from "./exporter-headers.ts";
import { type OtlpResult, sendOtlp } from "./otlp-request.ts";
import {
  claimExporters,
  deleteBatch,
  type ExporterDelivery,
  type ExporterRow,
  listBatches,
  saveDelivery,
  type TraceBatchRow,
} from "./queries.ts";

/*
 * Sends the metrics of exporters once a minute, and the traces that wait. One process at a time sends for an exporter. A
 * request that is accepted but not stored as sent is repeated after a crash: spans have the same ids then.
 */

export type TelemetryDeps = {
  database: Database;
  clock: Clock;
  log: Logger;
  vault: Vault;
  /** Sends a request that the egress policy allows. */
  send: SendRequest;
  version: string;
};

/** Exporters that send at the same time; each holds one batch in memory. */
const EXPORTERS_AT_ONCE = 8;
/** More than all requests of one turn take. */
const LEASE_MS = 300_000;
/** So that an exporter with a long backlog does not delay the others. */
const BATCHES_PER_TURN_MAX = 50;
/** Targets whose metrics are one request: about 500 KB. */
const METRIC_TARGETS_MAX = 500;
/** Metrics are sent at the next run of the job, a minute later. */
const METRICS_EVERY_MS = 50_000;
const TRACE_AGE_MAX_MS = 3_600_000;

export function telemetryJobs(deps: TelemetryDeps) {
  return { "telemetry.send": ({ signal }: { signal: AbortSignal }) => sendTelemetry(deps, signal) };
}

export async function sendTelemetry(deps: TelemetryDeps, signal: AbortSignal): Promise<void> {
  const { database, clock, log } = deps;
  while (!signal.aborted) {
    const nowMs = clock.now();
    const [now, until] = [new Date(nowMs), new Date(nowMs + LEASE_MS)];
    const claimed = await claimExporters(database, { now, until, limit: EXPORTERS_AT_ONCE });
    await Promise.all(
      claimed.map((exporter) =>
        sendFor(deps, exporter, signal).catch((error: unknown) =>
          log.error("telemetry.send_failed", { exporter_id: exporter.id, ...errorFacts(error) }),
        ),
      ),
    );
    if (claimed.length < EXPORTERS_AT_ONCE) return;
  }
}

async function sendFor(
  deps: TelemetryDeps,
  exporter: ExporterRow & ExporterDelivery,
  signal: AbortSignal,
): Promise<void> {
  const { database, clock, vault, send } = deps;
  const { id, org_id: orgId, version } = exporter;
  const headers = await openHeaders(
    { db: database, vault },
    { orgId, id, version },
    exporter.encrypted_headers,
  );
  const post = (path: string, body: Uint8Array) =>
    sendOtlp(send, { url: `${exporter.endpoint}${path}`, headers, body });
  const context = { exporter, post, signal, resource: resourceOf(orgId, deps.version) };
  const turn = new DeliveryTurn();
  if (exporter.sends_metrics) await sendMetrics(deps, context, turn);
  if (!turn.hasFailed) await sendTraces(deps, context, turn);
  const now = new Date(clock.now());
  const failures = turn.failure === null ? 0 : exporter.failures + 1;
  const message = turn.failure?.error ?? turn.warning;
  await saveDelivery(database, id, {
    nextAttemptAt: new Date(now.getTime() + (turn.waitMs(failures) ?? METRICS_EVERY_MS)),
    ...{ failures, sentAt: turn.isAccepted ? now : null },
    error: message === null ? null : { message, at: now },
    counts: turn.counts,
  });
}

type SendContext = {
  exporter: ExporterRow;
  post(path: string, body: Uint8Array): Promise<OtlpResult>;
  resource: Resource;
  signal: AbortSignal;
};

/** Metrics that cannot be sent are not kept: the next ones contain them. */
async function sendMetrics(
  { database, clock }: TelemetryDeps,
  { exporter, post, resource, signal }: SendContext,
  turn: DeliveryTurn,
): Promise<void> {
  const selector = exporter.selector ?? {};
  const { targets } = await readFigures(database, { orgId: exporter.org_id, selector, clock });
  for (let from = 0; from < targets.length && !signal.aborted; from += METRIC_TARGETS_MAX) {
    const metrics = targetMetrics(targets.slice(from, from + METRIC_TARGETS_MAX), resource);
    turn.noteMetrics(await post("/v1/metrics", encodeMetrics(metrics)), countPoints(metrics));
    if (turn.failure) return;
  }
}

/** Ends at the first request that failed, so that traces stay in order. */
async function sendTraces(
  { database, clock }: TelemetryDeps,
  { exporter, post, resource, signal }: SendContext,
  turn: DeliveryTurn,
): Promise<void> {
  for (let sent = 0; sent < BATCHES_PER_TURN_MAX && !signal.aborted; sent += 1) {
    const [batch] = await listBatches(database, exporter.id, 1);
    if (!batch) return;
    const isTooOld = clock.now() - batch.created_at.getTime() > TRACE_AGE_MAX_MS;
    const rows =
      isTooOld || !exporter.sends_traces
        ? []
        : await listTracedRows(database, exporter.org_id, keysOf(batch));
    const spans = rows.flatMap((row) => traceSpansOf(row, resource));
    const result = spans.length === 0 ? null : await post("/v1/traces", encodeTraces(spans));
    const counted = { found: rows.length, wanted: batch.series_keys.length, spans: spans.length };
    turn.noteTraces(result, counted);
    if (result?.kind === "failed") return;
    await deleteBatch(database, batch.id);
  }
}

function keysOf({ series_keys: seriesKeys, slots_us: slotsUs }: TraceBatchRow) {
  return { seriesKeys, slotsUs: slotsUs.map(Number) };
}
