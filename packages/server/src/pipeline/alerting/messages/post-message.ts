import { maskerOf } from "../../../platform/masking/mask.ts";
import type { SentRequestResponse } from "../../../platform/net/send-request.ts";
import type { SendContext, SendOutcome } from "./channel.ts";
import { oneLine } from "./plain-text.ts";

/** Maximum length of the receiver's response text that is kept. */
const REPLY_LENGTH_MAX = 200;
/** A receiver may request a pause, but not longer than the retry time. */
const RETRY_AFTER_SECONDS_MAX = 3_600;
/** The receiver no longer exists. Source: Standard Webhooks. */
const GONE: readonly number[] = [404, 410];

type Posted = { url: string; headers?: Record<string, string>; body: string };

type Reading = {
  /** Status codes besides 404 and 410 after which no later message can succeed. */
  gone?: readonly number[];
  /** Reads the product's id of the accepted message from the response. */
  threadOf?: (reply: unknown) => string | undefined;
  /** Returns the error of a 200 response that is a rejection. */
  refusalOf?: (reply: unknown) => string | undefined;
};

/** Maximum duration of an HTTP channel: the request and reading the response. */
export const POST_TIMEOUT_MS = 12_000;

/** Posts JSON and returns the outcome; every failure is an outcome. */
export async function postMessage(
  ctx: SendContext,
  { url, headers = {}, body }: Posted,
  { gone = [], threadOf, refusalOf }: Reading = {},
): Promise<SendOutcome> {
  let answer: SentRequestResponse;
  try {
    answer = await ctx.request(url, {
      headers: { "user-agent": "Vedette", ...headers, "content-type": "application/json" },
      body,
    });
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    return failure(ctx, { statusCode: null, said });
  }
  const { statusCode, retryAfter, text } = answer;
  if (statusCode >= 200 && statusCode < 300) {
    const reply = readJson(text);
    const refusal = refusalOf?.(reply);
    if (refusal !== undefined) return failure(ctx, { statusCode, said: refusal });
    return { ok: true, statusCode, thread: threadOf?.(reply) };
  }
  const hint = statusCode >= 300 && statusCode < 400 ? " (redirects are not followed)" : "";
  return {
    ...failure(ctx, { statusCode, said: `HTTP ${statusCode}${hint}${text === "" ? "" : `: ${text}`}` }),
    isPermanent: GONE.includes(statusCode) || gone.includes(statusCode),
    retryAfterSeconds: retryAfterSeconds(retryAfter, ctx.nowMs),
  };
}

function failure(ctx: SendContext, { statusCode, said }: { statusCode: number | null; said: string }) {
  return {
    ok: false as const,
    statusCode,
    error: oneLine(maskerOf(ctx.secrets)(said), REPLY_LENGTH_MAX),
    isPermanent: false,
    retryAfterSeconds: null,
  };
}

/** Seconds or an HTTP date. Source: RFC 9110, section 10.2.3. */
function retryAfterSeconds(header: string | null, nowMs: number): number | null {
  if (header === null) return null;
  const seconds = /^\d{1,9}(\.\d+)?$/.test(header)
    ? Number(header)
    : Math.ceil((Date.parse(header) - nowMs) / 1_000);
  return Number.isNaN(seconds) ? null : Math.min(Math.max(seconds, 0), RETRY_AFTER_SECONDS_MAX);
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
