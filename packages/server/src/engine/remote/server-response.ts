import { success } from "@vedette/contract/common/envelope.ts";
import { z } from "zod";
import type { ServerReply } from "../../platform/net/server-client.ts";

/** The server is unavailable, busy or being updated: retry, not before `retryAfterMs`. */
export class ServerUnavailableError extends Error {
  readonly retryAfterMs: number;

  constructor(message: string, { retryAfterMs = 0, cause }: { retryAfterMs?: number; cause?: unknown } = {}) {
    super(message, { cause });
    this.retryAfterMs = retryAfterMs;
  }
}

/** The server rejects all requests of this runner: its operator has to act. */
export class RunnerRejectedError extends Error {}

/** The server rejects this request and would reject a retry. */
export class RequestRejectedError extends Error {}

const RETRY_AFTER_MAX_MS = 60_000;

const envelope = success(z.unknown());

/** Returns the data of a successful response. Throws a `ServerUnavailableError` if it has another format. */
export function responseData<S extends z.ZodType>(schema: S, { body }: ServerReply): z.output<S> {
  const response = envelope.safeParse(jsonOf(body));
  const parsed = response.success ? schema.safeParse(response.data.data) : response;
  if (parsed.success) return parsed.data as z.output<S>;
  // Usually a proxy's own page while the server is being updated.
  throw new ServerUnavailableError("The response is not from a Vedette server. Check the URL.");
}

const failure = z.object({ error: z.object({ code: z.string(), message: z.string() }) });

/** Returns what a response without success means for the runner. */
export function toError({ status, headers, body }: ServerReply): Error {
  const failureBody = failure.safeParse(jsonOf(body));
  const words = failureBody.success ? failureBody.data.error.message : `it answered ${status}`;
  if (status === 401 || (status === 403 && failureBody.success)) return new RunnerRejectedError(words);
  if (status === 400 && words.includes("protocol")) return new RunnerRejectedError(words);
  if (status >= 300 && status < 400) {
    return new RunnerRejectedError(`The server redirects to ${String(headers.location)}: use that URL.`);
  }
  // A response without the error envelope comes from a proxy in front of the server.
  const isOurs = failureBody.success && [400, 404, 413, 415].includes(status);
  if (isOurs) return new RequestRejectedError(words);
  return new ServerUnavailableError(`The server is not ready: ${words}`, {
    retryAfterMs: retryAfterMs(headers),
  });
}

function retryAfterMs(headers: ServerReply["headers"]): number {
  const seconds = Number(headers["retry-after"] ?? 0);
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0) * 1_000, RETRY_AFTER_MAX_MS) : 0;
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return "code" in error && typeof error.code === "string" && !error.message.includes(error.code)
    ? `${error.message} (${error.code})`
    : error.message;
}
