import { maskerOf } from "../../../platform/masking/mask.ts";
import type { SentRequestResponse } from "../../../platform/net/send-request.ts";
import type { SendContext, SendOutcome } from "./channel.ts";
import { oneLine } from "./plain-text.ts";

/** Maximum length of the receiver's response text that is kept. */
const REPLY_LENGTH_MAX = 200;
/** A receiver may request a pause, but not longer than the retry time. */
const RETRY_AFTER_SECONDS_MAX = 3_600;
/** The receiver no longer exists. Source: Standard Webhooks. */
const PERMANENT_STATUSES: readonly number[] = [404, 410];

export type PostContext = Pick<SendContext, "request" | "secrets" | "nowMs">;
type Posted = {
  url: string;
  headers?: Record<string, string>;
  body: string;
  /** JSON by default. */
  contentType?: string;
};

type Reading = {
  /** Status codes besides 404 and 410 after which no later message can succeed. */
  permanentStatuses?: readonly number[];
  /** Reads the product's id of the accepted message from the response. */
  threadOf?: (reply: unknown) => string | undefined;
  /** Returns the error of a 200 response that is a rejection. */
  rejectionOf?: (reply: unknown) => string | undefined;
  /** Reads a failure from the body of a response that is not 2xx, in place of the status. */
  failureOf?: (reply: unknown) => { error: string; isPermanent: boolean } | undefined;
};

/** Maximum duration of an HTTP channel: the request and reading the response. */
export const POST_TIMEOUT_MS = 12_000;

/** Posts a body, JSON by default, and returns the outcome; every failure is an outcome. */
export async function postMessage(
  ctx: PostContext,
  { url, headers = {}, body, contentType = "application/json" }: Posted,
  { permanentStatuses = [], threadOf, rejectionOf, failureOf }: Reading = {},
): Promise<SendOutcome> {
  let response: SentRequestResponse;
  try {
    response = await ctx.request(url, {
      headers: { "user-agent": "Vedette", ...headers, "content-type": contentType },
      body,
    });
  } catch (error) {
    const labels = error instanceof Error ? error.message : String(error);
    return failure(ctx, { statusCode: null, labels });
  }
  const { statusCode, retryAfter, text } = response;
  if (statusCode >= 200 && statusCode < 300) {
    const reply = readJson(text);
    const rejection = rejectionOf?.(reply);
    if (rejection !== undefined) return failure(ctx, { statusCode, labels: rejection });
    return { ok: true, statusCode, thread: threadOf?.(reply) };
  }
  const read = failureOf?.(readJson(text));
  if (read !== undefined) {
    return {
      ...failure(ctx, { statusCode, labels: read.error }),
      isPermanent: read.isPermanent,
      retryAfterSeconds: retryAfterSeconds(retryAfter, ctx.nowMs),
    };
  }
  const hint = statusCode >= 300 && statusCode < 400 ? " (redirects are not followed)" : "";
  return {
    ...failure(ctx, { statusCode, labels: `HTTP ${statusCode}${hint}${text === "" ? "" : `: ${text}`}` }),
    isPermanent: PERMANENT_STATUSES.includes(statusCode) || permanentStatuses.includes(statusCode),
    retryAfterSeconds: retryAfterSeconds(retryAfter, ctx.nowMs),
  };
}

function failure(ctx: PostContext, { statusCode, labels }: { statusCode: number | null; labels: string }) {
  return {
    ok: false as const,
    statusCode,
    error: oneLine(maskerOf(ctx.secrets)(labels), REPLY_LENGTH_MAX),
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
