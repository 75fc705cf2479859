import { promisify } from "node:util";
import { constants, gzip } from "node:zlib";
import type { SendRequest } from "../../../platform/net/send-request.ts";
import { readPartialSuccess } from "./partial-success.ts";

/** One request to an OTLP receiver, and what its answer means by the specification of OTLP/HTTP. */

export type OtlpResult =
  /** `rejected` is the number of spans or data points that the receiver did not take; `warning` is what it says of them. */
  | { kind: "accepted"; statusCode: number; rejected: number; warning: string | null }
  /** A repetition would be rejected, too. */
  | { kind: "rejected"; statusCode: number; error: string }
  /** `statusCode` is null without an answer, `retryAfterS` if the receiver did not say. */
  | { kind: "failed"; statusCode: number | null; error: string; retryAfterS: number | null };

/** Every other failure must not be repeated. */
const RETRYABLE = new Set([408, 429, 502, 503, 504]);
const ERROR_TEXT_MAX = 300;
/** Receivers that ask for more would lose the traces anyway. */
const RETRY_AFTER_MAX_S = 1_800;

const compress = promisify(gzip);

export async function sendOtlp(
  send: SendRequest,
  request: { url: string; headers: Readonly<Record<string, string>>; body: Uint8Array },
): Promise<OtlpResult> {
  const body = await compress(request.body, { level: constants.Z_BEST_SPEED });
  const headers = {
    ...request.headers,
    ...{ "content-type": "application/x-protobuf", "content-encoding": "gzip", "user-agent": "vedette" },
  };
  try {
    const { statusCode, retryAfter, text, bytes } = await send(request.url, { headers, body });
    if (statusCode >= 200 && statusCode < 300) return { kind: "accepted", statusCode, ...takenOf(bytes) };
    const error = `The receiver answered ${statusCode}${shortText(text)}`;
    if (!RETRYABLE.has(statusCode)) return { kind: "rejected", statusCode, error };
    return { kind: "failed", statusCode, error, retryAfterS: secondsOf(retryAfter) };
  } catch (error) {
    return {
      kind: "failed",
      statusCode: null,
      error: error instanceof Error ? error.message : String(error),
      retryAfterS: null,
    };
  }
}

function takenOf(bytes: Buffer): { rejected: number; warning: string | null } {
  const partial = readPartialSuccess(bytes);
  if (partial === null) return { rejected: 0, warning: null };
  const { rejected, message } = partial;
  const what =
    rejected === 0
      ? "The receiver warns"
      : `The receiver rejected ${rejected} ${rejected === 1 ? "item" : "items"}`;
  return { rejected, warning: `${what}${shortText(message)}` };
}

/** The answer is protobuf or any text. */
function shortText(text: string): string {
  const readable = text
    .replaceAll(/[^\x20-\x7e]+/g, " ")
    .trim()
    .slice(0, ERROR_TEXT_MAX);
  return readable === "" ? "." : `: ${readable}`;
}

function secondsOf(retryAfter: string | null): number | null {
  const seconds = Number(retryAfter ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds, RETRY_AFTER_MAX_S) : null;
}
