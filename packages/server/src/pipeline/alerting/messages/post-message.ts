import { maskerOf } from "../../../platform/masking/mask.ts";
import type { SentRequestResponse } from "../../../platform/net/send-request.ts";
import type { SendContext, SendOutcome } from "./channel.ts";
import { oneLine } from "./plain-text.ts";

/** What of a receiver's own words is kept, as text. */
const REPLY_LENGTH_MAX = 200;
/** A receiver may ask for a pause; not for one that outlasts the tries. */
const RETRY_AFTER_SECONDS_MAX = 3_600;
/** The receiver is not there any more. Source: decisions.md, section 6, and Standard Webhooks. */
const GONE: readonly number[] = [404, 410];

type Posted = { url: string; headers?: Record<string, string>; body: string };

type Reading = {
  /** Answers besides 404 and 410 that say that no later message will be taken either. */
  gone?: readonly number[];
  /** What a message that was taken is called, as its answer tells. */
  threadOf?: (reply: unknown) => string | undefined;
  /** Why an answer of 200 is a refusal all the same. */
  refusalOf?: (reply: unknown) => string | undefined;
};

/** How long an HTTP channel takes at most: the request, and what the reply is given. */
export const POST_TIMEOUT_MS = 12_000;

/** Posts JSON and says how it went; whatever happens on the way is an outcome. */
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

/** Seconds, or an instant. Source: RFC 9110, section 10.2.3. */
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
