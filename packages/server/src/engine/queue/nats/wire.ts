import { constants, gunzipSync, gzipSync } from "node:zlib";
import type { RunReport } from "@vedette/contract/runs/run-job.ts";

/** Encodes values for NATS: JSON text, compressed if it is large. */

/** Smaller values are sent uncompressed, because compression costs more than it saves. */
const COMPRESS_FROM_BYTES = 8_192;
/** Maximum decompressed size; a run report has a few megabytes in the worst case. */
const DECOMPRESSED_BYTES_MAX = 64 * 1_048_576;
const GZIP_MAGIC = 0x1f;
/**
 * The default of the NATS server, used if the server does not report a maximum; and the overhead of headers
 * and encryption.
 */
const PAYLOAD_BYTES_DEFAULT = 1_048_576;
const OVERHEAD_BYTES = 65_536;

export function compressed(value: unknown): Buffer {
  const plain = Buffer.from(JSON.stringify(value));
  if (plain.length < COMPRESS_FROM_BYTES) return plain;
  return gzipSync(plain, { level: constants.Z_BEST_SPEED });
}

/** Returns null if the bytes are not a value. */
export function parsed<T>(bytes: Uint8Array): T | null {
  try {
    const plain =
      bytes[0] === GZIP_MAGIC
        ? gunzipSync(bytes, { maxOutputLength: DECOMPRESSED_BYTES_MAX })
        : Buffer.from(bytes);
    return JSON.parse(plain.toString()) as T;
  } catch {
    return null;
  }
}

/** Returns how many bytes one message can hold. */
export function payloadBytesMax(info: { max_payload?: number } | undefined): number {
  return (info?.max_payload ?? PAYLOAD_BYTES_DEFAULT) - OVERHEAD_BYTES;
}

/**
 * Encodes a report so that it fits into one message. If it is too large, bodies are removed first, then page
 * output; the fields that decide the run stay.
 */
export function encodeReport(report: RunReport, bytesMax: number): Buffer {
  for (const truncated of [whole, withoutBodies, withoutPageOutput]) {
    const bytes = compressed(truncated(report));
    if (bytes.length <= bytesMax) return bytes;
  }
  return compressed(withoutSteps(report));
}

type Finished = Extract<RunReport, { event: "finished" }>;

function whole(report: RunReport): RunReport {
  return report;
}

function withoutBodies(report: RunReport): RunReport {
  return ofSteps(report, ({ dom: _, ...step }) => ({
    ...step,
    request: step.request && { ...step.request, body: null, isBodyCut: true },
    response: step.response && { ...step.response, body: null, isBodyCut: true },
  }));
}

function withoutPageOutput(report: RunReport): RunReport {
  return ofSteps(withoutBodies(report), ({ console: _, failedRequests: __, ...step }) => ({
    ...step,
    request: null,
    response: null,
    extracted: [],
  }));
}

function withoutSteps(report: RunReport): RunReport {
  return report.event === "finished" ? { ...report, outcome: { ...report.outcome, steps: [] } } : report;
}

function ofSteps(
  report: RunReport,
  change: (step: Finished["outcome"]["steps"][number]) => Finished["outcome"]["steps"][number],
): RunReport {
  if (report.event !== "finished") return report;
  return { ...report, outcome: { ...report.outcome, steps: report.outcome.steps.map(change) } };
}
