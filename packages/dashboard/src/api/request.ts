import type { Failure } from "@vedette/contract/common/envelope.ts";
import type { ErrorReason } from "@vedette/contract/common/errors.ts";
import { serverText } from "../language/server-texts/server-text.ts";
import { t } from "../language/t.ts";
import { ApiError } from "./api-error.ts";

/** The API key of a request, or null to use the session cookie, and the fetch function. */
export type Caller = { key: string | null; fetch: typeof fetch };

export type Request = {
  method?: "GET" | "POST" | "PUT" | "DELETE";
  path: string;
  /** Sent as JSON, unless it is a form. */
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
};

const UNREACHABLE = t("The server is not responding. Check that it is running and that you are online.");

/** Returns a 2xx response. Throws an `ApiError` for other responses and network failures; rethrows an abort. */
export async function send(caller: Caller, request: Request): Promise<Response> {
  const { method = "GET", path, body, signal } = request;
  const headers = new Headers(request.headers);
  if (caller.key !== null) headers.set("authorization", `Bearer ${caller.key}`);
  const isJson = body !== undefined && !(body instanceof FormData);
  if (isJson) headers.set("content-type", "application/json");
  let response: Response;
  try {
    response = await caller.fetch(path, {
      method,
      headers,
      cache: "no-store",
      credentials: "same-origin",
      body: isJson ? JSON.stringify(body) : (body ?? null),
      ...(signal && { signal }),
    });
  } catch (error) {
    if (signal?.aborted && !isTimeout(signal.reason)) throw error;
    throw new ApiError("UNREACHABLE", UNREACHABLE);
  }
  if (response.ok) return response;
  throw await failureOf(response);
}

function isTimeout(reason: unknown): boolean {
  return reason instanceof DOMException && reason.name === "TimeoutError";
}

async function failureOf(response: Response): Promise<ApiError> {
  const failure = await readFailure(response);
  if (failure) {
    const { code, message, details = [], conflict = null, reason } = failure.error;
    const text = reason && (await translated(reason));
    return new ApiError(code, text ?? serverText(message), {
      details,
      conflict,
      reason: reason?.code ?? null,
    });
  }
  return new ApiError(
    "UNREACHABLE",
    t("The server returned HTTP status {status} without an error message.", { status: response.status }),
  );
}

/** Null for a code that this version of the dashboard does not know. The texts are loaded when the first request fails. */
async function translated(reason: ErrorReason): Promise<string | null> {
  const { signInText } = await import("./sign-in-texts.ts");
  return signInText(reason);
}

/** Returns null for a response that is not from Vedette, such as the error page of a proxy. */
async function readFailure(response: Response): Promise<Failure | null> {
  try {
    const body = (await response.json()) as Failure | null;
    return body?.success === false ? body : null;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return null;
    throw error;
  }
}
