import { promisify } from "node:util";
import { constants, gzip } from "node:zlib";
import type { SendRequest } from "../../../platform/net/send-request.ts";

/** One request to an OTLP receiver, and what its answer means by the specification of OTLP/HTTP. */

export type OtlpResult =
  | { kind: "accepted" }
  /** A repetition would be rejected, too. */
  | { kind: "rejected"; error: string }
  /** `retryAfterS` is null if the receiver did not say. */
  | { kind: "failed"; error: string; retryAfterS: number | null };

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
    const { statusCode, retryAfter, text } = await send(request.url, { headers, body });
    if (statusCode >= 200 && statusCode < 300) return { kind: "accepted" };
    const error = `The receiver answered ${statusCode}${shortText(text)}`;
    if (!RETRYABLE.has(statusCode)) return { kind: "rejected", error };
    return { kind: "failed", error, retryAfterS: secondsOf(retryAfter) };
  } catch (error) {
    return {
      kind: "failed",
      error: error instanceof Error ? error.message : String(error),
      retryAfterS: null,
    };
  }
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
