import { createHash, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { Egress } from "./egress.ts";
import {
  EgressDialer,
  type EgressRefusal,
  type ProxyLimits,
  refusalResponse,
} from "./egress-proxy-dialer.ts";
import { forward } from "./egress-proxy-forward.ts";

export type EgressProxyOptions = {
  egress: Egress;
  /** A port requires the token (Basic, user `vedette`); a socket file is protected by its permissions. */
  listen: { port: 0; token: string } | { path: string };
  limits?: Partial<ProxyLimits>;
};

const LIMITS: ProxyLimits = {
  // Chromium opens up to 32 connections to a proxy; WebSockets and `request` add to them.
  connectionsMax: 256,
  // A page of 300 files over plain HTTP, each on its own connection, then as many as a fast user causes: beyond that, a
  // run scans networks or floods a target.
  burstMax: 500,
  perSecondMax: 20,
  // Both directions combined, for the lifetime of the proxy.
  bytesMax: 1_073_741_824,
  headersMs: 10_000,
  // Includes resolving, and every address of a name.
  connectMs: 30_000,
  // Longer than any journey waits for a slow response.
  idleMs: 300_000,
};

/** Maximum size of the request headers; the cookies of a large site take 8 KiB. */
const HEADER_BYTES_MAX = 65_536;

const CHALLENGE = 'Basic realm="vedette"';
const UNKNOWN_CLIENT = `HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: ${CHALLENGE}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`;

type ListenAddress = { port: number } | { path: string };

/**
 * The proxy for programs that Vedette does not control, one for each run or browser: CONNECT, and plain HTTP in absolute
 * form. Every host is resolved and classified here, and the classified address itself is dialed, so that neither a page
 * nor a script can reach what the egress policy blocks. Knows nothing of who sends what for which purpose.
 */
export class EgressProxy {
  readonly address: ListenAddress;
  readonly #server: Server;
  readonly #dialer: EgressDialer;

  private constructor(server: Server, dialer: EgressDialer) {
    this.address = addressOf(server);
    this.#server = server;
    this.#dialer = dialer;
  }

  static async start({ egress, listen, limits: changed }: EgressProxyOptions): Promise<EgressProxy> {
    const limits = { ...LIMITS, ...changed };
    const dialer = new EgressDialer(egress, limits);
    const server = createProxyServer(limits);
    serve(server, dialer, "token" in listen ? tokenTest(listen.token) : () => true);
    server.listen("path" in listen ? listen.path : { port: 0, host: "127.0.0.1" });
    await once(server, "listening");
    return new EgressProxy(server, dialer);
  }

  /** Targets that the egress policy blocked: each host and port once, oldest first. */
  get blocked(): readonly EgressRefusal[] {
    return this.#dialer.blocked;
  }

  /** Targets that could not be reached for other reasons, likewise. The browser itself reports no reason for these. */
  get failed(): readonly EgressRefusal[] {
    return this.#dialer.failed;
  }

  /** Closes every connection. Can be called repeatedly. */
  async close(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = once(this.#server, "close");
    this.#server.close();
    this.#dialer.close();
    await closed;
  }
}

function createProxyServer(limits: ProxyLimits): Server {
  const server = createServer({
    maxHeaderSize: HEADER_BYTES_MAX,
    headersTimeout: limits.headersMs,
    // A body may take as long as data keeps arriving: the idle timeout limits it.
    requestTimeout: 0,
    connectionsCheckingInterval: Math.min(1_000, limits.headersMs),
    keepAliveTimeout: limits.idleMs,
  });
  server.maxConnections = limits.connectionsMax;
  server.timeout = limits.idleMs;
  return server;
}

type IsAuthorized = (request: IncomingMessage) => boolean;

function serve(server: Server, dialer: EgressDialer, isAuthorized: IsAuthorized): void {
  server.on("connection", (socket: Socket) => {
    dialer.keep(socket);
    // The server closes its own idle connections; a tunnel is no longer managed by it.
    socket.on("timeout", () => socket.destroy());
  });
  server.on("connect", (request: IncomingMessage, client: Duplex, head: Buffer) => {
    if (isAuthorized(request)) tunnel(dialer, request.url ?? "", { client, head });
    else client.end(UNKNOWN_CLIENT);
  });
  server.on("request", (request, response) => {
    if (isAuthorized(request)) forward(dialer, request, response);
    else response.writeHead(407, { "proxy-authenticate": CHALLENGE, connection: "close" }).end();
  });
}

function tunnel(
  dialer: EgressDialer,
  authority: string,
  { client, head }: { client: Duplex; head: Buffer },
): void {
  const target = readAuthority(authority);
  if (target === null) {
    client.end("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n");
    return;
  }
  const cancel = dialer.open(target, {
    onOpen(upstream) {
      client.write("HTTP/1.1 200 Connection established\r\n\r\n");
      if (head.length > 0) upstream.write(head);
      client.pipe(upstream).pipe(client);
      client.once("close", () => upstream.destroy());
      upstream.once("close", () => client.destroy());
    },
    onRefused(refusal) {
      const { status, reason, body } = refusalResponse(refusal);
      client.end(
        `HTTP/1.1 ${status} ${reason}\r\nVedette-Egress: ${refusal.code}\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
      );
    },
  });
  client.once("close", cancel);
}

function tokenTest(token: string): IsAuthorized {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  const wanted = digest(`Basic ${Buffer.from(`vedette:${token}`).toString("base64")}`);
  return ({ headers }) => timingSafeEqual(digest(headers["proxy-authorization"] ?? ""), wanted);
}

/** Parses `name:443` or `[::1]:443`, the target of CONNECT; the port is required. */
function readAuthority(authority: string): { host: string; port: number } | null {
  const parts = /^(?<host>[^\s:@/?#[\]]+|\[[\da-fA-F:.]+\]):(?<port>\d{1,5})$/.exec(authority)?.groups;
  const port = Number(parts?.port);
  return parts?.host && port >= 1 && port <= 65_535 ? { host: parts.host, port } : null;
}

function addressOf(server: Server): ListenAddress {
  const address = server.address();
  if (address === null) throw new Error("the proxy does not listen");
  return typeof address === "string" ? { path: address } : { port: address.port };
}
