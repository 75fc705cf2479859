import type { OrgId } from "@vedette/contract/common/ids.ts";
import type { ExporterTest, SignalTest } from "@vedette/contract/telemetry/exporters.ts";
import { openHeaders } from "../../../pipeline/telemetry/exporters/exporter-headers.ts";
import { type OtlpResult, sendOtlp } from "../../../pipeline/telemetry/exporters/otlp-request.ts";
import { encodeMetrics, encodeTraces, resourceOf } from "../../../pipeline/telemetry/otlp/resource.ts";
import { testMetrics, testSpans } from "../../../pipeline/telemetry/otlp/test-signals.ts";
import type { Clock } from "../../../platform/kernel/clock.ts";
import { AppError } from "../../../platform/kernel/errors.ts";
import type { SendRequest } from "../../../platform/net/send-request.ts";
import type { Vault } from "../../../platform/secrets/vault.ts";
import { countAction } from "../../../platform/storage/action-count.ts";
import { type ExporterReadContext, getExporterRow } from "./service.ts";

/** Enough to set up exporters; a receiver gets two small requests for each. */
const TESTS_PER_ORGANIZATION = { max: 60, windowMs: 3_600_000 };

export type ExporterTestDeps = {
  clock: Clock;
  vault: Vault;
  /** Sends a request that the egress policy of checks allows. */
  send: SendRequest;
  version: string;
};

/** Sends one span and one data point at once, also of a disabled exporter. What becomes of them is not counted. */
export async function testExporter(
  ctx: ExporterReadContext & { orgId: OrgId } & ExporterTestDeps,
  id: string,
): Promise<ExporterTest> {
  const { db, orgId, clock, vault, send } = ctx;
  const row = await getExporterRow(ctx, { id, lock: false });
  await assertMayTest(ctx);
  const headers = await openHeaders(
    { db, vault },
    { orgId, id, version: row.version },
    row.encrypted_headers,
  );
  const post = async (path: string, body: Uint8Array): Promise<SignalTest> => {
    const startedMs = clock.monotonic();
    const result = await sendOtlp(send, { url: `${row.endpoint}${path}`, headers, body });
    return toSignalTest(result, clock.monotonic() - startedMs);
  };
  const resource = resourceOf(orgId, ctx.version);
  const nowMs = clock.now();
  const [metrics, traces] = await Promise.all([
    row.sends_metrics ? post("/v1/metrics", encodeMetrics(testMetrics(resource, nowMs))) : null,
    row.sends_traces ? post("/v1/traces", encodeTraces(testSpans(resource, nowMs))) : null,
  ]);
  return { metrics, traces };
}

function toSignalTest(result: OtlpResult, durationMs: number): SignalTest {
  const isAccepted = result.kind === "accepted";
  return {
    accepted: isAccepted && result.rejected === 0,
    status_code: result.statusCode,
    error: isAccepted ? result.warning : result.error,
    duration_ms: Math.round(durationMs),
  };
}

async function assertMayTest({ db, orgId, clock }: ExporterReadContext & { clock: Clock }): Promise<void> {
  const { max, windowMs } = TESTS_PER_ORGANIZATION;
  const subject = `tests of telemetry exporters of ${orgId}`;
  const { actions, endsInMs } = await countAction(db, { subject, windowMs, nowMs: clock.now() });
  if (actions <= max) return;
  const retryAfterSeconds = Math.ceil(endsInMs / 1_000);
  const message = `Exporters can be tested ${max} times an hour. Try again in ${retryAfterSeconds} s.`;
  throw new AppError("TOO_MANY_REQUESTS", message, { retryAfterSeconds });
}
