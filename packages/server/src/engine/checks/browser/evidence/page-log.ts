import {
  CONSOLE_LINES_MAX,
  type ConsoleLine,
  FAILED_REQUESTS_MAX,
  type FailedRequest,
} from "@vedette/contract/runs/run-job.ts";
import type { BrowserContext, Download, Request, Response } from "playwright-core";
import type { Clock } from "../../../../platform/kernel/clock.ts";
import type { Masker } from "../../../../platform/masking/mask.ts";
import { storableText } from "../../storable-text.ts";
import { quote } from "../step-failure.ts";

/** Returns the console lines and failed requests of all pages of a run since the last call. */
export type PageLog = { take(): { console: ConsoleLine[]; failedRequests: FailedRequest[] } };

type PageLogOptions = {
  clock: Clock;
  hide: Masker;
  /** Returns the egress proxy's reason for blocking a destination. */
  refusalOf(url: string): string | null;
};

const TEXT_LENGTH_MAX = 2_000;
const URL_LENGTH_MAX = 2_048;
/** Chromium logs these in addition to the failed request, which is already listed. */
const REPEATS_A_REQUEST = /^Failed to load resource: /;
/** A page that navigates away cancels its requests: this is no failure. */
const GIVEN_UP = /ERR_ABORTED|NS_BINDING_ABORTED/;
/** Marks a response of the egress proxy, as opposed to the target. */
export const REFUSED_HEADER = "vedette-egress";

export function watchLog(context: BrowserContext, { clock, hide, refusalOf }: PageLogOptions): PageLog {
  let console: ConsoleLine[] = [];
  let failedRequests: FailedRequest[] = [];

  function say(level: ConsoleLine["level"], text: string, url: string | null): void {
    if (console.length >= CONSOLE_LINES_MAX) return;
    const shownUrl = url ? cleanText(url, URL_LENGTH_MAX) : null;
    console.push({ level, text: cleanText(text, TEXT_LENGTH_MAX), url: shownUrl, atMs: clock.now() });
  }

  function fail(request: Request, statusCode: number | null, error: string | null): void {
    if (failedRequests.length >= FAILED_REQUESTS_MAX) return;
    failedRequests.push({
      method: cleanText(request.method(), 20),
      url: cleanText(request.url(), URL_LENGTH_MAX),
      statusCode,
      error: error && cleanText(error, TEXT_LENGTH_MAX),
    });
  }

  function cleanText(text: string, lengthMax: number): string {
    return storableText(hide(text, lengthMax));
  }

  context.on("console", (message) => {
    const type = message.type();
    if (type !== "error" && type !== "warning" && type !== "assert") return;
    if (REPEATS_A_REQUEST.test(message.text())) return;
    say(type === "warning" ? "warning" : "error", message.text(), message.location().url);
  });
  context.on("weberror", (error) => {
    const { name, message, stack } = error.error();
    say("error", `Uncaught ${stack ?? `${name}: ${message}`}`, error.page()?.url() ?? null);
  });
  context.on("dialog", (dialog) => {
    say("warning", `A dialog was dismissed (${dialog.type()}): ${dialog.message()}`, null);
    // The page or the dialog is gone.
    dialog.dismiss().catch(() => null);
  });
  context.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText ?? "failed";
    if (!GIVEN_UP.test(reason)) fail(request, null, refusalOf(request.url()) ?? describeNetError(reason));
  });
  context.on("response", (response: Response) => {
    const status = response.status();
    if (status < 400) return;
    const isRefusal = response.headers()[REFUSED_HEADER] !== undefined;
    fail(response.request(), isRefusal ? null : status, isRefusal ? refusalOf(response.url()) : null);
  });
  context.on("page", (page) => page.on("download", listDownload));
  for (const page of context.pages()) page.on("download", listDownload);

  function listDownload(download: Download): void {
    if (failedRequests.length >= FAILED_REQUESTS_MAX) return;
    const name = quote(download.suggestedFilename());
    failedRequests.push({
      method: "GET",
      url: cleanText(download.url(), URL_LENGTH_MAX),
      statusCode: null,
      error: cleanText(`the download of ${name} was blocked: a journey stores no files`, TEXT_LENGTH_MAX),
    });
  }

  return {
    take() {
      const taken = { console, failedRequests };
      console = [];
      failedRequests = [];
      return taken;
    },
  };
}

const DESCRIPTIONS: Record<string, string> = {
  ERR_CONNECTION_REFUSED: "the connection was refused",
  ERR_CONNECTION_RESET: "the connection was reset",
  ERR_CONNECTION_CLOSED: "the connection was closed before a response arrived",
  ERR_EMPTY_RESPONSE: "the server closed the connection without a response",
  ERR_NAME_NOT_RESOLVED: "the name could not be resolved",
  ERR_TUNNEL_CONNECTION_FAILED: "no connection could be made",
  ERR_PROXY_CONNECTION_FAILED: "no connection could be made",
  ERR_TIMED_OUT: "no response arrived in time",
  ERR_TOO_MANY_REDIRECTS: "it redirects in a loop",
  ERR_UNSAFE_PORT: "browsers block this port",
  ERR_INVALID_RESPONSE: "the response is not HTTP",
  ERR_INVALID_HTTP_RESPONSE: "the response is not HTTP",
  ERR_CERT_DATE_INVALID: "its certificate is expired or not yet valid",
  ERR_CERT_AUTHORITY_INVALID: "its certificate has an unknown issuer",
  ERR_CERT_COMMON_NAME_INVALID: "its certificate is for another host",
  ERR_SSL_PROTOCOL_ERROR: "the TLS handshake failed",
  ERR_BLOCKED_BY_RESPONSE: "the response may not be used here",
  ERR_BLOCKED_BY_CLIENT: "the browser blocked it",
};

/**
 * Returns the description of a Chromium error for the end of a sentence; its name if there is no description.
 */
export function describeNetError(reason: string): string {
  const name = /ERR_[A-Z0-9_]+/.exec(reason)?.[0];
  return (name && DESCRIPTIONS[name]) ?? name ?? reason;
}
