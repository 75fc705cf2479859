import { maskerOf } from "../../../platform/masking/mask.ts";
import type { SentMethod, SentRequestResponse } from "../../../platform/net/send-request.ts";
import { type SendContext, type SendOutcome, THREAD_LENGTH_MAX } from "./channel.ts";
import { oneLine } from "./plain-text.ts";
import { limitedSeconds, retryAfterSeconds } from "./retry-after.ts";

/** Maximum length of the receiver's response text that is kept. */
const REPLY_LENGTH_MAX = 200;
/** The receiver no longer exists. Source: Standard Webhooks. */
const PERMANENT_STATUSES: readonly number[] = [404, 410];
const TOO_MANY_REQUESTS = 429;
const FORM = "application/x-www-form-urlencoded";

export type PostMessageContext = Pick<SendContext, "request" | "secrets" | "nowMs">;

export type Posted = {
  url: string;
  /** Default: POST. */
  method?: SentMethod;
  headers?: Record<string, string>;
  /** A text, JSON by default, or form fields. */
  body: string | URLSearchParams;
  /** Of a text. */
  contentType?: string;
};

export type ResponseReading = {
  /** Status codes besides 404 and 410 after which no later message can succeed. */
  permanentStatuses?: readonly number[];
  /** Reads the service's id of the accepted message from the response. */
  threadOf?: (reply: unknown) => string | undefined;
  /** Returns the error of a response with a status of 2xx that is a rejection. */
  rejectionOf?: (reply: unknown, statusCode: number, text: string) => string | Rejection | undefined;
  /** A status besides 2xx that means that the service already has the message. */
  duplicateStatus?: number;
  /** Reads what the body of a failed response says beyond its status. */
  failureOf?: (reply: unknown, statusCode: number, text: string) => Partial<Rejection> | undefined;
};

export type Rejection = {
  error: string;
  /** No later message can succeed. */
  isPermanent?: boolean;
  /** How long the service asks to wait. */
  retryAfterSeconds?: number | undefined;
};

/** Maximum duration of an HTTP channel: the request and reading the response. */
export const POST_TIMEOUT_MS = 12_000;

/** Sends one request and returns the outcome; every failure is an outcome. */
export async function postMessage(
  ctx: PostMessageContext,
  { url, method = "POST", headers = {}, body, contentType = "application/json" }: Posted,
  reading: ResponseReading = {},
): Promise<SendOutcome> {
  let response: SentRequestResponse;
  const isForm = body instanceof URLSearchParams;
  try {
    response = await ctx.request(url, {
      method,
      headers: { "user-agent": "Vedette", ...headers, "content-type": isForm ? FORM : contentType },
      body: body.toString(),
    });
  } catch (error) {
    return failure(ctx, null, { error: error instanceof Error ? error.message : String(error) });
  }
  const { statusCode, text } = response;
  const reply = readJson(text);
  if (statusCode >= 200 && statusCode < 300) {
    const rejection = reading.rejectionOf?.(reply, statusCode, text);
    if (rejection === undefined) return { ok: true, statusCode, thread: threadIn(reply, reading) };
    return failure(ctx, statusCode, typeof rejection === "string" ? { error: rejection } : rejection);
  }
  if (statusCode === reading.duplicateStatus) return { ok: true, statusCode };
  return failure(ctx, statusCode, rejectionOfStatus(ctx, { ...response, reply }, reading));
}

/** The value of an Authorization header for a user and a password. Source: RFC 7617. */
export function basicAuth(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`, "utf8").toString("base64")}`;
}

function threadIn(reply: unknown, { threadOf }: ResponseReading): string | undefined {
  const thread = threadOf?.(reply);
  return thread === undefined || thread.length > THREAD_LENGTH_MAX ? undefined : thread;
}

function rejectionOfStatus(
  ctx: PostMessageContext,
  { statusCode, retryAfter, text, reply }: SentRequestResponse & { reply: unknown },
  { permanentStatuses = [], failureOf }: ResponseReading,
): Rejection {
  const hint = statusCode >= 300 && statusCode < 400 ? " (redirects are not followed)" : "";
  const isGone = PERMANENT_STATUSES.includes(statusCode) || permanentStatuses.includes(statusCode);
  const seconds = retryAfterSeconds(retryAfter, ctx.nowMs);
  return {
    error: `HTTP ${statusCode}${hint}${text === "" ? "" : `: ${text}`}`,
    isPermanent: isGone && statusCode !== TOO_MANY_REQUESTS,
    ...(seconds !== null && { retryAfterSeconds: seconds }),
    ...failureOf?.(reply, statusCode, text),
  };
}

function failure(ctx: PostMessageContext, statusCode: number | null, rejection: Rejection): SendOutcome {
  const { error, isPermanent = false, retryAfterSeconds: seconds } = rejection;
  return {
    ok: false,
    statusCode,
    error: oneLine(maskerOf(ctx.secrets)(error), REPLY_LENGTH_MAX),
    isPermanent,
    retryAfterSeconds: seconds === undefined ? null : limitedSeconds(seconds),
  };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
