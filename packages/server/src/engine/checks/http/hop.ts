import type { Socket } from "node:net";
import type { CheckError } from "@vedette/contract/checks/check-errors.ts";
import type { HttpCheckSpec, TlsFacts } from "@vedette/contract/checks/check-run.ts";
import { type ConnectHandler, type ConnectTarget, connect } from "../../../platform/net/connect.ts";
import type { Egress } from "../../../platform/net/egress.ts";
import { type NetFailure, RunnerError } from "../../../platform/net/net-failure.ts";
import type { ClientIdentity } from "../../../platform/net/tls.ts";
import type { ProxyRoute } from "../../../platform/net/tunnels/proxy-route.ts";
import type { ExchangeFailure, ExchangeHandler, ResponseHead } from "./exchange.ts";
import { forwardedRequest, proxyRefusal, proxyRoute } from "./forward-proxy.ts";
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
  onResolved(addresses: readonly string[]): void;
  onAddress(ip: string): void;
  /** The proxy is connected. Called only with a proxy. */
  onProxyReady(): void;
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

export type HopRequest = { egress: Egress; request: HttpRequest; options: HopOptions };
export type HopOptions = Pick<HttpCheckSpec, "verifyTls" | "ipFamily" | "resolve" | "proxy"> & {
  /** Shown to servers of this origin only. */
  identity?: ClientIdentity & { origin: string };
  /** Connected instead of the host of the URL. */
  unixSocket?: string;
};

/**
 * Sends one request over its own connection. It tries HTTP/1.1 first: nearly every server supports it, and
 * one request over it needs no session.
 */
export class Hop implements ConnectHandler, ExchangeHandler {
  readonly #hop: HopRequest;
  readonly #handler: HopHandler;
  readonly #proxy: ProxyRoute | null;
  #version: keyof typeof ALPN = "http1";
  #socket: Socket | null = null;
  #cancelConnect: (() => void) | null = null;
  #isOver = false;

  constructor(hop: HopRequest, handler: HopHandler) {
    this.#hop = hop;
    this.#handler = handler;
    this.#proxy = proxyRoute(hop);
  }

  start(): void {
    const { egress, request, options } = this.#hop;
    const { verifyTls, ipFamily, resolve, identity, unixSocket } = options;
    const { url } = request;
    const isSecure = url.protocol === "https:";
    const port = url.port === "" ? (isSecure ? 443 : 80) : Number(url.port);
    const tls = isSecure ? { alpn: ALPN[this.#version], verify: verifyTls } : null;
    const target: ConnectTarget = { host: url.hostname, port, tls };
    const address = resolve?.[`${url.hostname}:${port}`];
    if (address) target.address = address;
    if (ipFamily) target.ipFamily = ipFamily;
    if (unixSocket) target.unixSocket = unixSocket;
    if (this.#proxy) target.proxy = this.#proxy;
    if (tls !== null && identity?.origin === url.origin) target.tls = { ...tls, identity };
    const cancelConnect = connect(egress, target, this);
    if (this.#isOver) cancelConnect();
    else this.#cancelConnect = cancelConnect;
  }

  /** Closes everything, at any time. */
  close(): void {
    this.#isOver = true;
    this.#cancelConnect?.();
    this.#socket?.destroy();
  }

  onResolved(addresses: readonly string[]): void {
    this.#handler.onResolved(addresses);
  }

  onProxyReady(): void {
    this.#handler.onProxyReady();
  }

  onAddress(ip: string): void {
    this.#handler.onAddress(ip);
  }

  onConnected(): void {
    this.#handler.onConnected();
  }

  onCertificate(facts: TlsFacts): void {
    this.#handler.onCertificate(facts);
  }

  onOpen(socket: Socket): void {
    this.#socket = socket;
    this.#handler.onOpen();
    const exchange = this.#version === "http1" ? exchangeHttp1 : exchangeHttp2;
    const { request } = this.#hop;
    exchange(socket, this.#proxy?.forwards ? forwardedRequest(request, this.#proxy) : request, this);
  }

  onSent(): void {
    if (!this.#isOver) this.#handler.onSent();
  }

  onHead(head: ResponseHead): void {
    if (this.#isOver) return;
    const refusal = this.#proxy?.forwards ? proxyRefusal(head, this.#proxy) : null;
    if (refusal === null) this.#handler.onHead(head);
    else this.onFailure({ error: refusal, code: null });
  }

  onData(chunk: Buffer): void {
    if (!this.#isOver) this.#handler.onData(chunk);
  }

  onEnd(): void {
    if (this.#isOver) return;
    this.close();
    this.#handler.onEnd();
  }

  onFailure(failure: NetFailure | ExchangeFailure | RunnerError): void {
    if (this.#isOver) return;
    if (this.#version === "http1" && isHttp2Only(failure)) {
      this.#restart();
      return;
    }
    this.close();
    this.#handler.onFailure(failure instanceof RunnerError ? failure : failure.error);
  }

  #restart(): void {
    this.#socket?.destroy();
    this.#socket = null;
    this.#handler.onRestart();
    this.#version = "http2";
    this.start();
  }
}

function isHttp2Only(failure: NetFailure | ExchangeFailure | RunnerError): boolean {
  if ("speaksHttp2" in failure) return failure.speaksHttp2;
  return !(failure instanceof RunnerError) && failure.code === NO_COMMON_PROTOCOL;
}
