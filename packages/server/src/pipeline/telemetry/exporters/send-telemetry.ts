import type { Clock } from "../../../platform/kernel/clock.ts";
import type { Logger } from "../../../platform/kernel/logger.ts";
import { errorFacts } from "../../../platform/kernel/logger.ts";
import type { SendRequest } from "../../../platform/net/send-request.ts";
import type { Vault } from "../../../platform/secrets/vault.ts";
import type { Database } from "../../../platform/storage/database.ts";
import { readFigures } from "../figures/read-figures.ts";
import { encodeMetrics, encodeTraces, type Resource, resourceOf } from "../otlp/resource.ts";
import { targetMetrics } from "../otlp/target-metrics.ts";
import { listTracedRows } from "../traces/queries.ts";
import { traceSpansOf } from "../traces/spans.ts";
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
const BACKOFF_MAX_MS = 900_000;

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

/** What a turn did. `failure` is the newest failed or rejected request. */
type Turn = {
  isAccepted: boolean;
  failure: Exclude<OtlpResult, { kind: "accepted" }> | null;
  sent: number;
  dropped: number;
};

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
  const turn: Turn = { isAccepted: false, failure: null, sent: 0, dropped: 0 };
  if (exporter.sends_metrics) await sendMetrics(deps, context, turn);
  if (turn.failure?.kind !== "failed") await sendTraces(deps, context, turn);
  const nowMs = clock.now();
  const now = new Date(nowMs);
  const failures = turn.failure === null ? 0 : exporter.failures + 1;
  await saveDelivery(database, id, {
    nextAttemptAt: new Date(
      nowMs + (turn.failure === null ? METRICS_EVERY_MS : waitMs(turn.failure, failures)),
    ),
    ...{ failures, sentAt: turn.isAccepted ? now : null },
    error: turn.failure && { message: turn.failure.error, at: now },
    ...{ tracesSent: turn.sent, tracesDropped: turn.dropped },
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
  turn: Turn,
): Promise<void> {
  const selector = exporter.selector ?? {};
  const { targets } = await readFigures(database, { orgId: exporter.org_id, selector, clock });
  for (let from = 0; from < targets.length && !signal.aborted; from += METRIC_TARGETS_MAX) {
    const some = targets.slice(from, from + METRIC_TARGETS_MAX);
    note(turn, await post("/v1/metrics", encodeMetrics(targetMetrics(some, resource))));
    if (turn.failure) return;
  }
}

/** Ends at the first request that failed, so that traces stay in order. */
async function sendTraces(
  { database, clock }: TelemetryDeps,
  { exporter, post, resource, signal }: SendContext,
  turn: Turn,
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
    if (result) note(turn, result);
    if (result?.kind === "failed") return;
    await deleteBatch(database, batch.id);
    if (result?.kind === "accepted") turn.sent += rows.length;
    turn.dropped += batch.series_keys.length - (result?.kind === "accepted" ? rows.length : 0);
  }
}

function keysOf({ series_keys: seriesKeys, slots_us: slotsUs }: TraceBatchRow) {
  return { seriesKeys, slotsUs: slotsUs.map(Number) };
}

function note(turn: Turn, result: OtlpResult): void {
  if (result.kind === "accepted") turn.isAccepted = true;
  else turn.failure = result;
}

/** Half a minute, doubled with each failure; or as long as the receiver asks. */
function waitMs(failure: NonNullable<Turn["failure"]>, failures: number): number {
  const asked = failure.kind === "failed" ? failure.retryAfterS : null;
  return asked === null ? Math.min(BACKOFF_MAX_MS, 30_000 * 2 ** Math.min(failures - 1, 10)) : asked * 1_000;
}
