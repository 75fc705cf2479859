import type { Socket } from "node:net";
import type { CheckError, CheckPhase } from "@vedette/contract/check-errors.ts";
import type { CheckTimings, HttpCheckSpec, TlsFacts } from "@vedette/contract/check-run.ts";
import { connect } from "../../net/connect.ts";
import { LocalTroubleError, type NetFailure } from "../../net/net-failure.ts";
import type { CheckContext, CheckTry } from "../check-try.ts";
import { timeoutError } from "../timeout-error.ts";
import { createTimeline } from "../timeline.ts";
import { type BodyReader, createBodyReader } from "./body-reader.ts";
import { bodyTooLarge } from "./decode-body.ts";
import { type ExchangeHandler, type ResponseHead, exchangeError } from "./exchange.ts";
import { exchangeHttp1 } from "./http1-exchange.ts";
import { exchangeHttp2 } from "./http2-exchange.ts";
import { judgeAnswer } from "./judge-answer.ts";
import { isRedirect, REDIRECTS_MAX, redirectedRequest } from "./redirect.ts";
import type { HttpRequest } from "./request-headers.ts";

/** What is offered in TLS, in the wire form of ALPN: length, name. */
const ALPN = { http1: alpn("http/1.1"), http2: alpn("h2") };
/** The alert of a server that knows no protocol that was offered. Source: RFC 7301, section 3.2. */
const NO_COMMON_PROTOCOL = "ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL";

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
 * One try of a URL: a connection of its own for each hop, closed when this resolves. Callbacks
 * instead of promises between, and one timer for all of it, because this is where a runner's time goes.
 */
export function runHttpTry(spec: HttpCheckSpec, ctx: CheckContext): Promise<CheckTry> {
  const { promise, resolve, reject } = Promise.withResolvers<CheckTry>();
  const timeline = createTimeline(ctx.clock);
  const needsText = spec.assertions.some(({ type }) => type === "body" || type === "json_path");
  let phase: CheckPhase = "dns";
  let request: HttpRequest;
  let redirects = 0;
  let version: keyof typeof ALPN = "http1";
  let beforeHop = { ...timeline.spent };
  let ip: string | null = null;
  let tls: TlsFacts | null = null;
  let socket: Socket | null = null;
  let head: ResponseHead | null = null;
  let body: BodyReader | null = null;
  let abandon: (() => void) | null = null;
  let isDone = false;
  /** Counts connections, so that a late word of a finished one is not taken for the next one's. */
  let hop = 0;

  function settle(error: CheckError | null): void {
    if (isDone) return;
    close();
    isDone = true;
    judgeAnswer(spec, ctx.clock, {
      error,
      head,
      body,
      ip,
      tls,
      timings: timeline.spent,
      responseUs: timeline.totalUs(),
    }).then(resolve, reject);
  }

  function close(): void {
    clearTimeout(deadline);
    hop += 1;
    abandon?.();
    socket?.destroy();
    socket = null;
  }

  function failIn(error: CheckError): void {
    timeline.mark(SPENT_IN[phase]);
    settle(error);
  }
  return promise;
}
