import type { Socket } from "node:net";
import type { CheckError } from "@vedette/contract/checks/check-errors.ts";
import type { TlsFacts } from "@vedette/contract/checks/check-run.ts";
import { connect } from "../../../platform/net/connect.ts";
import type { Egress } from "../../../platform/net/egress.ts";
import { RunnerError } from "../../../platform/net/net-failure.ts";
import type { ExchangeHandler, ResponseHead } from "./exchange.ts";
import { exchangeHttp1 } from "./http1-exchange.ts";
import { exchangeHttp2 } from "./http2-exchange.ts";
import type { HttpRequest } from "./request-headers.ts";

/** The protocols offered in TLS, in the wire format of ALPN: each name after its length. */
const ALPN = { http1: Buffer.from("\x08http/1.1"), http2: Buffer.from("\x02h2") };
/** The alert of a server that supports no offered protocol. Source: RFC 7301, section 3.2. */
const NO_COMMON_PROTOCOL = "ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL";

/**
 * The events of a hop in order. No event follows `onEnd`, `onFailure` or the end of the hop by its caller.
 */
export type HopHandler = {
  /** The server supports only HTTP/2, and the hop restarts in it. */
  onRestart(): void;
  onResolved(): void;
  onAddress(ip: string): void;
  onConnected(): void;
  onCertificate(facts: TlsFacts): void;
  /** The connection is ready, TLS included, and the request is sent. */
  onOpen(): void;
  onSent(): void;
  onHead(head: ResponseHead): void;
  onData(chunk: Buffer): void;
  onEnd(): void;
  onFailure(error: CheckError | RunnerError): void;
};

type Hop = { egress: Egress; request: HttpRequest; verifyTls: boolean };

/**
 * Sends one request over its own connection. It tries HTTP/1.1 first: nearly every server supports it, and
 * one request over it needs no session. The returned function closes everything at any time.
 */
export function startHop(hop: Hop, handler: HopHandler): () => void {
  let socket: Socket | null = null;
  let abandon: (() => void) | null = null;
  let isOver = false;

  function end(): void {
    isOver = true;
    abandon?.();
    socket?.destroy();
  }

  function fail(error: CheckError | RunnerError): void {
    if (isOver) return;
    end();
    handler.onFailure(error);
  }

  function restart(): void {
    if (isOver) return;
    socket?.destroy();
    socket = null;
    handler.onRestart();
    open("http2");
  }

  function open(version: keyof typeof ALPN): void {
    const { url } = hop.request;
    const isSecure = url.protocol === "https:";
    const port = url.port === "" ? (isSecure ? 443 : 80) : Number(url.port);
    const tls = isSecure ? { alpn: ALPN[version], verify: hop.verifyTls } : null;
    const cancelConnect = connect(
      hop.egress,
      { host: url.hostname, port, tls },
      {
        onResolved: handler.onResolved,
        onAddress: handler.onAddress,
        onConnected: handler.onConnected,
        onCertificate: handler.onCertificate,
        onOpen(opened) {
          socket = opened;
          handler.onOpen();
          const exchange = version === "http1" ? exchangeHttp1 : exchangeHttp2;
          exchange(opened, hop.request, exchangeHandler(version));
        },
        onFailure(failure) {
          if (failure instanceof RunnerError) fail(failure);
          else if (version === "http1" && failure.code === NO_COMMON_PROTOCOL) restart();
          else fail(failure.error);
        },
      },
    );
    if (isOver) cancelConnect();
    else abandon = cancelConnect;
  }

  function exchangeHandler(version: keyof typeof ALPN): ExchangeHandler {
    return {
      onSent() {
        if (!isOver) handler.onSent();
      },
      onHead(head) {
        if (!isOver) handler.onHead(head);
      },
      onData(chunk) {
        if (!isOver) handler.onData(chunk);
      },
      onEnd() {
        if (isOver) return;
        end();
        handler.onEnd();
      },
      onFailure({ error, speaksHttp2 }) {
        if (version === "http1" && speaksHttp2) restart();
        else fail(error);
      },
    };
  }

  open("http1");
  return end;
}
