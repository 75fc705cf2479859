import type { Failure } from "@vedette/contract/common/envelope.ts";
import { RefusedError, UnavailableError } from "./exit-codes.ts";

/** Default of the requests that do not wait for a check, an import or a run. */
export const REQUEST_TIMEOUT_MS = 30_000;

export type ConnectionSettings = {
  /** The server's URL, with the path of a proxy before /api if there is one. */
  url: URL;
  /** Null for the routes that need none. */
  key: string | null;
};

export type ApiRequest = {
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** Relative to /api/v1. */
  path: string;
  body?: unknown;
  form?: FormData;
  /** The ETag of the version to change; without it, the request changes any. */
  ifMatch?: string | null;
  timeoutMs?: number;
};

export type ApiResponse<T> = {
  data: T;
  meta?: { next_cursor?: string | null; run_ids?: string[] };
  /** The version of the resource; null if it has none. */
  etag: string | null;
};

/** Sends requests with a key to one server, and converts each failure to an error with a message. */
export class Connection {
  readonly #base: URL;
  readonly #key: string | null;

  constructor({ url, key }: ConnectionSettings) {
    this.#base = new URL(`${url.pathname.replace(/\/+$/, "")}/api/v1/`, url);
    this.#key = key;
  }

  async send<T>(request: ApiRequest): Promise<ApiResponse<T>> {
    const { response, text } = await this.#fetch(request);
    return toResult<T>(response, text);
  }

  /** Returns the body of a route that responds with a text file. */
  async readText(path: string): Promise<string> {
    const { response, text } = await this.#fetch({ method: "GET", path });
    if (response.ok) return text;
    toResult(response, text);
    throw new UnavailableError(`The URL returned ${response.status}: check the URL.`);
  }

  /** Opens a stream of server-sent events; returns its text as it arrives. The signal ends it. */
  async openStream(
    path: string,
    { lastEventId, signal }: { lastEventId: string | null; signal: AbortSignal },
  ): Promise<AsyncIterable<string>> {
    const response = await this.#open(path, {
      headers: {
        accept: "text/event-stream",
        ...(lastEventId !== null && { "last-event-id": lastEventId }),
      },
      signal,
    });
    const isStream = response.headers.get("content-type")?.startsWith("text/event-stream");
    if (response.ok && isStream && response.body) return response.body.pipeThrough(new TextDecoderStream());
    toResult(response, await response.text());
    throw new UnavailableError("The response is not a stream of events: check the URL.");
  }

  /** Opens a file of the API; returns its bytes as they arrive. Ends with an error if the connection ends early. */
  async openBody(path: string, { signal }: { signal: AbortSignal }): Promise<AsyncIterable<Uint8Array>> {
    const response = await this.#open(path, { headers: {}, signal });
    if (!response.ok || response.body === null) {
      toResult(response, await response.text());
      throw new UnavailableError("The response has no content: check the URL.");
    }
    const { body } = response;
    const base = this.#base;
    return (async function* () {
      try {
        yield* body;
      } catch (error) {
        throw error instanceof TypeError || error instanceof DOMException
          ? new UnavailableError(`${base.host} ended the response before its end. Try again.`)
          : error;
      }
    })();
  }

  async #open(
    path: string,
    { headers, signal }: { headers: Record<string, string>; signal: AbortSignal },
  ): Promise<Response> {
    try {
      return await fetch(new URL(path, this.#base), {
        headers: { ...(this.#key !== null && { authorization: `Bearer ${this.#key}` }), ...headers },
        signal,
        redirect: "error",
      });
    } catch (error) {
      throw error instanceof TypeError || error instanceof DOMException
        ? unreachable(this.#base, error, REQUEST_TIMEOUT_MS)
        : error;
    }
  }

  async #fetch(request: ApiRequest): Promise<{ response: Response; text: string }> {
    const { method, path, body, form, ifMatch = null, timeoutMs = REQUEST_TIMEOUT_MS } = request;
    const headers: Record<string, string> = {
      ...(this.#key !== null && { authorization: `Bearer ${this.#key}` }),
      accept: "application/json",
    };
    if (body !== undefined) headers["content-type"] = "application/json";
    if (ifMatch !== null) headers["if-match"] = ifMatch;
    try {
      const response = await fetch(new URL(path, this.#base), {
        method,
        headers,
        ...(body !== undefined && { body: JSON.stringify(body) }),
        ...(form !== undefined && { body: form }),
        signal: AbortSignal.timeout(timeoutMs),
        // A redirect would send the key to a URL that the user did not enter.
        redirect: "error",
      });
      return { response, text: await response.text() };
    } catch (error) {
      throw error instanceof TypeError || error instanceof DOMException
        ? unreachable(this.#base, error, timeoutMs)
        : error;
    }
  }
}

/** Returns the body of a successful response. The schemas of the server guarantee its shape. */
function toResult<T>(response: Response, text: string): ApiResponse<T> {
  const body = readJson(text) as ({ success: true } & ApiResponse<T>) | Failure | null;
  if (body?.success === true) return { ...body, etag: response.headers.get("etag") };
  if (body?.success === false) throw toError(response.status, body.error);
  throw new UnavailableError(
    `The URL returned ${response.status} and not a Vedette response: check the URL.`,
  );
}

function readJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" ? value : null;
  } catch (error) {
    // For example the error page of a proxy; the caller reports it.
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function toError(status: number, { code, message, details = [], conflict }: Failure["error"]): Error {
  // The message may already contain the first error.
  const more = details
    .map(({ path, message: error }) => `${path} ${error}`)
    .filter((text) => !message.includes(text));
  if (conflict?.changed_by) more.push(`Last change: ${conflict.changed_at} by ${conflict.changed_by.name}`);
  const text = [message, ...more.map((line) => `  ${line}`)].join("\n");
  return status >= 500 || status === 429 ? new UnavailableError(text) : new RefusedError(text, code);
}

function unreachable(base: URL, error: Error, timeoutMs: number): UnavailableError {
  if (error.name === "TimeoutError") {
    return new UnavailableError(`${base.host} did not respond within ${timeoutMs / 1_000} s.`);
  }
  return new UnavailableError(
    `${base.host} cannot be reached (${causeText(error)}): check the URL, and that the server is running.`,
  );
}

/** Returns the reason that fetch puts into the cause: a code such as ECONNREFUSED, or a message. */
function causeText({ cause, message }: Error): string {
  if (!(cause instanceof Error)) return message;
  return "code" in cause ? String(cause.code) : cause.message;
}
