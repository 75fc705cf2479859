import type { CheckError, CheckPhase } from "@vedette/contract/checks/check-errors.ts";
import type { CheckTimings, HttpCheckSpec, TlsFacts } from "@vedette/contract/checks/check-run.ts";
import { REDIRECTS_MAX_DEFAULT } from "@vedette/contract/common/http-rules.ts";
import { RunnerError } from "../../../platform/net/net-failure.ts";
import type { CheckContext, CheckTry } from "../check-try.ts";
import { createTimeline, type Timeline } from "../timeline.ts";
import { timeoutError } from "../timeout-error.ts";
import { type BodyReader, type BodyUse, createBodyReader } from "./body-reader.ts";
import { bodyTooLarge } from "./decode-body.ts";
import { protocolError, type ResponseHead } from "./exchange.ts";
import { firstRequest, type SentFields } from "./first-request.ts";
import { Hop, type HopHandler, type HopOptions } from "./hop.ts";
import { isRedirect, redirectedRequest, redirectedUrl } from "./redirect.ts";
import type { HttpRequest } from "./request-headers.ts";

/** The request and how to send it. */
export type Visit = SentFields &
  HopOptions &
  Pick<HttpCheckSpec, "followRedirects" | "maxRedirects" | "timeoutMs"> & {
    /** Returns the request with which to answer a response, at most once per URL; null to keep the response. */
    answer?: (request: HttpRequest, head: ResponseHead) => HttpRequest | null;
  };

/** The response of the last hop. */
export type FetchedResponse = Pick<CheckTry, "error" | "ip" | "tls" | "timings" | "responseUs"> & {
  head: ResponseHead | null;
  /** Where the last redirect led, followed or not; null without one. */
  redirectUrl: string | null;
  /** The statuses of the redirects that were followed, and where each led. */
  redirects: readonly FollowedRedirect[];
  /** All addresses of the host; null if no name was resolved. */
  addresses: readonly string[] | null;
  /** Null if no body was read: after a failure or at a redirect. */
  body: BodyReader | null;
};

export type FollowedRedirect = { statusCode: number; url: URL };

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

export type VisitContext = Pick<CheckContext, "clock" | "egress">;

const SPENT_IN: Record<CheckPhase, keyof CheckTimings> = {
  auth: "connectUs",
  proxy: "connectUs",
  dns: "dnsUs",
  connect: "connectUs",
  tls: "tlsUs",
  request: "ttfbUs",
  headers: "ttfbUs",
  body: "downloadUs",
  assertion: "downloadUs",
};

const NO_REDIRECTS: readonly FollowedRedirect[] = [];

/**
 * Requests a URL, with a new connection for each hop; all are closed when the response is delivered. It uses
 * callbacks instead of promises and one timer for everything, because a runner spends most of its time here.
 * The first byte is measured at the end of the final response's headers. The returned function aborts without
 * a callback.
 */
export function visitUrl(visit: Visit, ctx: VisitContext, handler: VisitHandler): () => void {
  const visiting = new UrlVisit(visit, ctx, handler);
  visiting.start();
  return () => visiting.finish();
}

class UrlVisit implements HopHandler {
  readonly #visit: Visit;
  readonly #ctx: VisitContext;
  readonly #handler: VisitHandler;
  readonly #timeline: Timeline;
  #deadline: NodeJS.Timeout | undefined;
  #answered: Set<string> | null = null;
  #redirects: readonly FollowedRedirect[] = NO_REDIRECTS;
  #redirectUrl: string | null = null;
  /** The current hop, its request, and the time that was spent before it. */
  #hop: Hop | null = null;
  #request: HttpRequest | null = null;
  #spentBefore: CheckTimings | null = null;
  #phase: CheckPhase = "dns";
  #ip: string | null = null;
  #addresses: readonly string[] | null = null;
  #tls: TlsFacts | null = null;
  #head: ResponseHead | null = null;
  #body: BodyReader | null = null;

  constructor(visit: Visit, ctx: VisitContext, handler: VisitHandler) {
    this.#visit = visit;
    this.#ctx = ctx;
    this.#handler = handler;
    this.#timeline = createTimeline(ctx.clock);
  }

  start(): void {
    this.#deadline = setTimeout(() => this.#expire(), this.#visit.timeoutMs);
    const request = firstRequest(this.#visit);
    if (request === null) this.#settle(protocolError("the URL is not valid", "request"));
    else this.#go(request);
  }

  finish(): void {
    clearTimeout(this.#deadline);
    this.#hop?.close();
  }

  onRestart(): void {
    if (this.#spentBefore) this.#timeline.rewind(this.#spentBefore);
    this.#phase = this.#firstPhase();
  }

  onResolved(addresses: readonly string[]): void {
    this.#addresses = addresses;
    this.#timeline.mark("dnsUs");
  }

  onAddress(ip: string): void {
    this.#ip = ip;
    this.#phase = "connect";
  }

  onProxyReady(): void {
    this.#phase = "connect";
  }

  onConnected(): void {
    this.#timeline.mark("connectUs");
    this.#phase = "tls";
  }

  onCertificate(facts: TlsFacts): void {
    this.#tls = facts;
  }

  onOpen(): void {
    if (this.#request?.url.protocol === "https:") this.#timeline.mark("tlsUs");
    this.#phase = "request";
  }

  onSent(): void {
    this.#phase = "headers";
  }

  onHead(head: ResponseHead): void {
    this.#timeline.mark("ttfbUs");
    this.#phase = "body";
    this.#head = head;
    if (this.#request === null) return;
    this.#handler.hops?.onHead(this.#request, head);
    const answer = this.#answerTo(this.#request, head);
    if (answer !== null) {
      this.#hop?.close();
      this.#go(answer);
      return;
    }
    const location = redirectLocation(head);
    if (location !== null) this.#redirectUrl = redirectedUrl(this.#request.url, location)?.href ?? null;
    if (location !== null && this.#visit.followRedirects) {
      this.#redirect(this.#request, head.statusCode, location);
    } else this.#body = createBodyReader(this.#handler.bodyUse);
  }

  onData(chunk: Buffer): void {
    const verdict = this.#body?.take(chunk) ?? "enough";
    if (verdict === "more") return;
    this.#timeline.mark("downloadUs");
    this.#settle(verdict === "too_large" ? bodyTooLarge() : null);
  }

  onEnd(): void {
    this.#timeline.mark("downloadUs");
    this.#settle(null);
  }

  onFailure(error: CheckError | RunnerError): void {
    if (error instanceof RunnerError) {
      this.finish();
      this.#handler.onInternalError(error);
      return;
    }
    // A blocked literal IP address: no name was resolved and no connection attempted.
    if (this.#phase !== "dns" || error.phase === "dns") this.#timeline.mark(SPENT_IN[this.#phase]);
    this.#settle(error);
  }

  #firstPhase(): CheckPhase {
    return this.#visit.proxy ? "proxy" : "dns";
  }

  #go(request: HttpRequest): void {
    this.#request = request;
    this.#spentBefore = { ...this.#timeline.spent };
    this.#phase = this.#firstPhase();
    this.#ip = null;
    this.#addresses = null;
    this.#tls = null;
    this.#head = null;
    const sent = this.#handler.hops?.toSend(request) ?? request;
    this.#hop = new Hop({ egress: this.#ctx.egress, request: sent, options: this.#visit }, this);
    this.#hop.start();
  }

  #answerTo(request: HttpRequest, head: ResponseHead): HttpRequest | null {
    const { answer } = this.#visit;
    if (answer === undefined) return null;
    this.#answered ??= new Set();
    if (this.#answered.has(request.url.href)) return null;
    this.#answered.add(request.url.href);
    return answer(request, head);
  }

  #redirect(request: HttpRequest, statusCode: number, location: string): void {
    this.#hop?.close();
    const { maxRedirects = REDIRECTS_MAX_DEFAULT } = this.#visit;
    if (this.#redirects.length >= maxRedirects) {
      const message = `more than ${maxRedirects} redirects, the last of them from ${request.url.origin}`;
      this.#settle({ code: "TOO_MANY_REDIRECTS", message, phase: "headers" });
      return;
    }
    const next = redirectedRequest(request, statusCode, location);
    if ("code" in next) {
      this.#settle(next);
      return;
    }
    this.#redirects = [...this.#redirects, { statusCode, url: next.url }];
    this.#go(next);
  }

  #expire(): void {
    const phase = this.#phase;
    this.#timeline.mark(SPENT_IN[phase]);
    this.#settle(this.#handler.hops?.timeoutError(phase) ?? timeoutError(phase, this.#visit.timeoutMs));
  }

  #settle(error: CheckError | null): void {
    this.finish();
    this.#handler.onResponse({
      error,
      head: this.#head,
      body: this.#body,
      ip: this.#ip,
      redirectUrl: this.#redirectUrl,
      redirects: this.#redirects,
      addresses: this.#addresses,
      tls: this.#tls,
      timings: this.#timeline.spent,
      responseUs: this.#timeline.totalUs(),
    });
  }
}

function redirectLocation({ statusCode, headers }: ResponseHead): string | null {
  if (!isRedirect(statusCode)) return null;
  const { location } = headers;
  return typeof location === "string" ? location : null;
}
