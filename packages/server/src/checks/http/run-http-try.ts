import type { CheckError, CheckPhase } from "@vedette/contract/check-errors.ts";
import type { CheckTimings, HttpCheckSpec, TlsFacts } from "@vedette/contract/check-run.ts";
import { LocalTroubleError } from "../../net/net-failure.ts";
import type { CheckContext, CheckTry } from "../check-try.ts";
import { createTimeline } from "../timeline.ts";
import { timeoutError } from "../timeout-error.ts";
import { type BodyReader, createBodyReader } from "./body-reader.ts";
import { bodyTooLarge } from "./decode-body.ts";
import { protocolError, type ResponseHead } from "./exchange.ts";
import { judgeAnswer } from "./judge-answer.ts";
import { isRedirect, REDIRECTS_MAX, redirectedRequest } from "./redirect.ts";
import type { HttpRequest } from "./request-headers.ts";
import { type HopHandler, startHop } from "./start-hop.ts";

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
 * One try of a URL: a connection of its own for each hop, all closed when this resolves. Callbacks
 * instead of promises in between, and one timer for all of it: this is where a runner's time goes.
 * The first byte is timed at the end of the final answer's headers.
 */
export function runHttpTry(spec: HttpCheckSpec, ctx: CheckContext): Promise<CheckTry> {
  const { promise, resolve, reject } = Promise.withResolvers<CheckTry>();
  const timeline = createTimeline(ctx.clock);
  const needsText = spec.assertions.some(({ type }) => type === "body" || type === "json_path");
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
    resolve(judgeAnswer(spec, ctx.clock, { error, head, body, ip, tls, timings, responseUs }));
  }

  function finish(): void {
    isDone = true;
    clearTimeout(deadline);
    closeHop?.();
  }

  function visit(request: HttpRequest): void {
    const before = { ...timeline.spent };
    phase = "dns";
    ip = null;
    tls = null;
    head = null;
    const handler: HopHandler = {
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
      onHead: (answer) => onHead(request, answer),
      onData,
      onEnd() {
        timeline.mark("downloadUs");
        settle(null);
      },
      onFailure,
    };
    const close = startHop({ egress: ctx.egress, request, verifyTls: spec.verifyTls }, handler);
    // An address that is refused fails the hop before it has begun.
    if (isDone) close();
    else closeHop = close;
  }

  function onHead(request: HttpRequest, answer: ResponseHead): void {
    timeline.mark("ttfbUs");
    phase = "body";
    head = answer;
    const location = redirectLocation(spec, answer);
    if (location === null) {
      body = createBodyReader(needsText);
      return;
    }
    closeHop?.();
    redirects += 1;
    if (redirects > REDIRECTS_MAX) {
      const message = `more than ${REDIRECTS_MAX} redirects, the last of them from ${request.url.origin}`;
      settle({ code: "TOO_MANY_REDIRECTS", message, phase: "headers" });
      return;
    }
    const next = redirectedRequest(request, answer.statusCode, location);
    if ("code" in next) settle(next);
    else visit(next);
  }

  function onData(chunk: Buffer): void {
    const verdict = body?.take(chunk) ?? "enough";
    if (verdict === "more") return;
    timeline.mark("downloadUs");
    settle(verdict === "too_large" ? bodyTooLarge() : null);
  }

  function onFailure(error: CheckError | LocalTroubleError): void {
    if (error instanceof LocalTroubleError) {
      finish();
      reject(error);
      return;
    }
    // A refused literal address: neither was a name resolved nor a connection tried.
    if (phase !== "dns" || error.phase === "dns") timeline.mark(SPENT_IN[phase]);
    settle(error);
  }

  const deadline = setTimeout(() => {
    timeline.mark(SPENT_IN[phase]);
    settle(timeoutError(phase, spec.timeoutMs));
  }, spec.timeoutMs);

  const first = firstRequest(spec);
  if (first === null) settle(protocolError("the URL cannot be read", "request"));
  else visit(first);
  return promise;
}

/** Null where the URL is none, which a variable's value can bring about after it was checked. */
function firstRequest({ url, method, headers, secretHeaders, body }: HttpCheckSpec): HttpRequest | null {
  const parsed = URL.parse(url);
  if (parsed === null || (parsed.protocol !== "http:" && parsed.protocol !== "https:")) return null;
  const bytes = body === null ? null : Buffer.from(body);
  return { method, url: parsed, headers, ...(secretHeaders && { secretHeaders }), body: bytes };
}

function redirectLocation(spec: HttpCheckSpec, answer: ResponseHead): string | null {
  if (!spec.followRedirects || answer.statusCode < 300 || answer.statusCode > 399) return null;
  const { location } = answer.headers;
  return typeof location === "string" && isRedirect(answer.statusCode) ? location : null;
}
