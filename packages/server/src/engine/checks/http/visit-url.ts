import type { CheckError, CheckPhase } from "@vedette/contract/checks/check-errors.ts";
import type { CheckTimings, HttpCheckSpec, TlsFacts } from "@vedette/contract/checks/check-run.ts";
import { RunnerError } from "../../../platform/net/net-failure.ts";
import type { CheckContext, CheckTry } from "../check-try.ts";
import { createTimeline } from "../timeline.ts";
import { timeoutError } from "../timeout-error.ts";
import { type BodyReader, type BodyUse, createBodyReader } from "./body-reader.ts";
import { bodyTooLarge } from "./decode-body.ts";
import { protocolError, type ResponseHead } from "./exchange.ts";
import { isRedirect, REDIRECTS_MAX, redirectedRequest } from "./redirect.ts";
import type { HttpRequest } from "./request-headers.ts";
import { type HopHandler, startHop } from "./start-hop.ts";

/** The request and how to send it. */
export type Visit = Pick<
  HttpCheckSpec,
  "url" | "method" | "headers" | "secretHeaders" | "body" | "followRedirects" | "verifyTls" | "timeoutMs"
>;

/** The response of the last hop. */
export type FetchedResponse = Pick<CheckTry, "error" | "ip" | "tls" | "timings" | "responseUs"> & {
  head: ResponseHead | null;
  /** Null if no body was read: after a failure or at a redirect. */
  body: BodyReader | null;
};

export type VisitHandler = {
  bodyUse: BodyUse;
  /** One of these two is called once, unless the visit is aborted. */
  onResponse(response: FetchedResponse): void;
  onInternalError(error: RunnerError): void;
  /** Observes each hop; optional. */
  hops?: HopObserver;
};

export type HopObserver = {
  /** Returns the request to send instead of `request`; redirects derive from `request` itself. */
  toSend(request: HttpRequest): HttpRequest;
  onHead(request: HttpRequest, head: ResponseHead): void;
  /** Returns the error for a timeout in a phase. */
  timeoutError(phase: CheckPhase): CheckError;
};

const SPENT_IN: Record<CheckPhase, keyof CheckTimings> = {
  dns: "dnsUs",
  connect: "connectUs",
  tls: "tlsUs",
  request: "ttfbUs",
  headers: "ttfbUs",
  body: "downloadUs",
  assertion: "downloadUs",
};

/**
 * Requests a URL, with a new connection for each hop; all are closed when the response is delivered. It uses
 * callbacks instead of promises and one timer for everything, because a runner spends most of its time here.
 * The first byte is measured at the end of the final response's headers. The returned function aborts without
 * a callback.
 */
export function visitUrl(
  visit: Visit,
  ctx: Pick<CheckContext, "clock" | "egress">,
  handler: VisitHandler,
): () => void {
  const { hops } = handler;
  const timeline = createTimeline(ctx.clock);
  let phase: CheckPhase = "dns";
  let ip: string | null = null;
  let tls: TlsFacts | null = null;
  let head: ResponseHead | null = null;
  let body: BodyReader | null = null;
  let redirects = 0;
  let closeHop: (() => void) | null = null;
  let isDone = false;

  function settle(error: CheckError | null): void {
    finish();
    const timings = timeline.spent;
    const responseUs = timeline.totalUs();
    handler.onResponse({ error, head, body, ip, tls, timings, responseUs });
  }

  function finish(): void {
    isDone = true;
    clearTimeout(deadline);
    closeHop?.();
  }

  function go(request: HttpRequest): void {
    const before = { ...timeline.spent };
    phase = "dns";
    ip = null;
    tls = null;
    head = null;
    const hop: HopHandler = {
      onRestart() {
        timeline.rewind(before);
        phase = "dns";
      },
      onResolved: () => timeline.mark("dnsUs"),
      onAddress(address) {
        ip = address;
        phase = "connect";
      },
      onConnected() {
        timeline.mark("connectUs");
        phase = "tls";
      },
      onCertificate(facts) {
        tls = facts;
      },
      onOpen() {
        if (request.url.protocol === "https:") timeline.mark("tlsUs");
        phase = "request";
      },
      onSent() {
        phase = "headers";
      },
      onHead: (response) => onHead(request, response),
      onData,
      onEnd() {
        timeline.mark("downloadUs");
        settle(null);
      },
      onFailure,
    };
    const sent = hops === undefined ? request : hops.toSend(request);
    const close = startHop({ egress: ctx.egress, request: sent, verifyTls: visit.verifyTls }, hop);
    // A blocked IP address fails the hop before it starts.
    if (isDone) close();
    else closeHop = close;
  }

  function onHead(request: HttpRequest, response: ResponseHead): void {
    timeline.mark("ttfbUs");
    phase = "body";
    head = response;
    hops?.onHead(request, response);
    const location = redirectLocation(visit, response);
    if (location === null) {
      body = createBodyReader(handler.bodyUse);
      return;
    }
    closeHop?.();
    redirects += 1;
    if (redirects > REDIRECTS_MAX) {
      const message = `more than ${REDIRECTS_MAX} redirects, the last of them from ${request.url.origin}`;
      settle({ code: "TOO_MANY_REDIRECTS", message, phase: "headers" });
      return;
    }
    const next = redirectedRequest(request, response.statusCode, location);
    if ("code" in next) settle(next);
    else go(next);
  }

  function onData(chunk: Buffer): void {
    const verdict = body?.take(chunk) ?? "enough";
    if (verdict === "more") return;
    timeline.mark("downloadUs");
    settle(verdict === "too_large" ? bodyTooLarge() : null);
  }

  function onFailure(error: CheckError | RunnerError): void {
    if (error instanceof RunnerError) {
      finish();
      handler.onInternalError(error);
      return;
    }
    // A blocked literal IP address: no name was resolved and no connection attempted.
    if (phase !== "dns" || error.phase === "dns") timeline.mark(SPENT_IN[phase]);
    settle(error);
  }

  const deadline = setTimeout(() => {
    timeline.mark(SPENT_IN[phase]);
    settle(hops?.timeoutError(phase) ?? timeoutError(phase, visit.timeoutMs));
  }, visit.timeoutMs);

  const first = firstRequest(visit);
  if (first === null) settle(protocolError("the URL is not valid", "request"));
  else go(first);
  return finish;
}

/** Returns null if the URL is invalid, which the value of a variable can cause after validation. */
function firstRequest({ url, method, headers, secretHeaders, body }: Visit): HttpRequest | null {
  const parsed = URL.parse(url);
  if (parsed === null || (parsed.protocol !== "http:" && parsed.protocol !== "https:")) return null;
  const bytes = body === null ? null : Buffer.from(body);
  return { method, url: parsed, headers, ...(secretHeaders && { secretHeaders }), body: bytes };
}

function redirectLocation(visit: Visit, response: ResponseHead): string | null {
  if (!visit.followRedirects || response.statusCode < 300 || response.statusCode > 399) return null;
  const { location } = response.headers;
  return typeof location === "string" && isRedirect(response.statusCode) ? location : null;
}
