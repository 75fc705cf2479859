import {
  CONSOLE_LINES_MAX,
  type ConsoleLine,
  FAILED_REQUESTS_MAX,
  type FailedRequest,
} from "@vedette/contract/runs/run-job.ts";
import type {
  BrowserContext,
  ConsoleMessage,
  Dialog,
  Download,
  Request,
  Response,
  WebError,
} from "playwright-core";
import type { Clock } from "../../../../platform/kernel/clock.ts";
import type { Masker } from "../../../../platform/masking/mask.ts";
import { REFUSED_HEADER } from "../../../../platform/net/egress-proxy-forward.ts";
import { storableText } from "../../storable-text.ts";
import { quote } from "../step-failure.ts";

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

/** Records the console lines and failed requests of all pages of a run. */
export class PageLog {
  readonly #options: PageLogOptions;
  #console: ConsoleLine[] = [];
  #failedRequests: FailedRequest[] = [];

  constructor(context: BrowserContext, options: PageLogOptions) {
    this.#options = options;
    context.on("console", (message) => this.#recordMessage(message));
    context.on("weberror", (error) => this.#recordError(error));
    context.on("dialog", (dialog) => this.#recordDialog(dialog));
    context.on("requestfailed", (request) => this.#recordFailedRequest(request));
    context.on("response", (response) => this.#recordResponse(response));
    const onDownload = (download: Download) => this.#recordDownload(download);
    context.on("page", (page) => page.on("download", onDownload));
    for (const page of context.pages()) page.on("download", onDownload);
  }

  /** Returns what was recorded since the last call. */
  take(): { console: ConsoleLine[]; failedRequests: FailedRequest[] } {
    const taken = { console: this.#console, failedRequests: this.#failedRequests };
    this.#console = [];
    this.#failedRequests = [];
    return taken;
  }

  #recordMessage(message: ConsoleMessage): void {
    const type = message.type();
    if (type !== "error" && type !== "warning" && type !== "assert") return;
    if (REPEATS_A_REQUEST.test(message.text())) return;
    this.#addLine(type === "warning" ? "warning" : "error", message.text(), message.location().url);
  }

  #recordError(error: WebError): void {
    const { name, message, stack } = error.error();
    this.#addLine("error", `Uncaught ${stack ?? `${name}: ${message}`}`, error.page()?.url() ?? null);
  }

  #recordDialog(dialog: Dialog): void {
    this.#addLine("warning", `A dialog was dismissed (${dialog.type()}): ${dialog.message()}`, null);
    // The page or the dialog is gone.
    dialog.dismiss().catch(() => null);
  }

  #recordFailedRequest(request: Request): void {
    const reason = request.failure()?.errorText ?? "failed";
    if (GIVEN_UP.test(reason)) return;
    const error = this.#options.refusalOf(request.url()) ?? describeNetError(reason);
    this.#addRequest({ method: request.method(), url: request.url(), statusCode: null, error });
  }

  #recordResponse(response: Response): void {
    const status = response.status();
    if (status < 400) return;
    const isRefusal = response.headers()[REFUSED_HEADER] !== undefined;
    const statusCode = isRefusal ? null : status;
    const error = isRefusal ? this.#options.refusalOf(response.url()) : null;
    const request = response.request();
    this.#addRequest({ method: request.method(), url: request.url(), statusCode, error });
  }

  #recordDownload(download: Download): void {
    const error = `the download of ${quote(download.suggestedFilename())} was blocked: a journey stores no files`;
    this.#addRequest({ method: "GET", url: download.url(), statusCode: null, error });
  }

  #addLine(level: ConsoleLine["level"], text: string, url: string | null): void {
    if (this.#console.length >= CONSOLE_LINES_MAX) return;
    const shownUrl = url ? this.#cleanText(url, URL_LENGTH_MAX) : null;
    const atMs = this.#options.clock.now();
    this.#console.push({ level, text: this.#cleanText(text, TEXT_LENGTH_MAX), url: shownUrl, atMs });
  }

  #addRequest({ method, url, statusCode, error }: FailedRequest): void {
    if (this.#failedRequests.length >= FAILED_REQUESTS_MAX) return;
    this.#failedRequests.push({
      method: this.#cleanText(method, 20),
      url: this.#cleanText(url, URL_LENGTH_MAX),
      statusCode,
      error: error && this.#cleanText(error, TEXT_LENGTH_MAX),
    });
  }

  #cleanText(text: string, lengthMax: number): string {
    return storableText(this.#options.hide(text, lengthMax));
  }
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
