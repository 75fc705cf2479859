import { constants, gunzipSync, gzipSync } from "node:zlib";
import type { RunReport } from "@vedette/contract/runs/run-job.ts";

/** How values become bytes in NATS: JSON text, packed where it is large. */

/** What is smaller travels as it is: packing costs more than it saves. */
const PACK_FROM_BYTES = 8_192;
/** Unpacked; a report of a run has some megabytes at the very worst. */
const UNPACKED_BYTES_MAX = 64 * 1_048_576;
const GZIP_MAGIC = 0x1f;
/** The server's own default, in case it does not say; and room for headers and for what seals it. */
const PAYLOAD_BYTES_DEFAULT = 1_048_576;
const OVERHEAD_BYTES = 65_536;

export function compressed(value: unknown): Buffer {
  const plain = Buffer.from(JSON.stringify(value));
  if (plain.length < PACK_FROM_BYTES) return plain;
  return gzipSync(plain, { level: constants.Z_BEST_SPEED });
}

/** Null for what is no value of ours. */
export function parsed<T>(bytes: Uint8Array): T | null {
  try {
    const plain =
      bytes[0] === GZIP_MAGIC
        ? gunzipSync(bytes, { maxOutputLength: UNPACKED_BYTES_MAX })
        : Buffer.from(bytes);
    return JSON.parse(plain.toString()) as T;
  } catch {
    return null;
  }
}

/** What one message can hold. */
export function payloadBytesMax(info: { max_payload?: number } | undefined): number {
  return (info?.max_payload ?? PAYLOAD_BYTES_DEFAULT) - OVERHEAD_BYTES;
}

/**
 * A report as bytes that fit into one message. From one that does not fit bodies are left out, then whatever pages
 * wrote; what decides the run stays.
 */
export function packedReport(report: RunReport, bytesMax: number): Buffer {
  for (const cut of [whole, withoutBodies, withoutTalk]) {
    const bytes = compressed(cut(report));
    if (bytes.length <= bytesMax) return bytes;
  }
  return compressed(withoutSteps(report));
}

type Finished = Extract<RunReport, { event: "finished" }>;

function whole(report: RunReport): RunReport {
  return report;
}

function withoutBodies(report: RunReport): RunReport {
  return ofSteps(report, (step) => ({
    ...step,
    request: step.request && { ...step.request, body: null, isBodyCut: true },
    response: step.response && { ...step.response, body: null, isBodyCut: true },
  }));
}

function withoutTalk(report: RunReport): RunReport {
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
