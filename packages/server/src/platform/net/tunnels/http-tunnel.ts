import { type IncomingMessage, request } from "node:http";
import type { Socket } from "node:net";
import { basicToken } from "@vedette/contract/checks/credentials.ts";
import type { NetFailure } from "../net-failure.ts";

type HttpTunnelTarget = {
  host: string;
  port: number;
  proxy: { host: string; port: number; auth: { username: string; password: string } | null };
};

type TunnelHandler = { onConnected(socket: Socket): void; onFailure(failure: NetFailure): void };

/** Statuses with which a proxy reports that it cannot reach the target. Source: RFC 9110, section 15.6. */
const TARGET_FAILED: ReadonlySet<number> = new Set([502, 503, 504]);
const HEADER_BYTES_MAX = 65_536;

/** Asks an HTTP proxy for a connection to the target. Source: RFC 9110, section 9.3.6. The caller sets the deadline. */
export function openHttpTunnel(socket: Socket, target: HttpTunnelTarget, handler: TunnelHandler): void {
  const { host, port, proxy } = target;
  const authority = `${host}:${port}`;
  const name = `the proxy ${proxy.host}:${proxy.port}`;
  let isDone = false;
  const end = (report: () => void) => {
    if (isDone) return;
    isDone = true;
    report();
  };
  const fail = (message: string) =>
    end(() => handler.onFailure({ error: { code: "PROXY_FAILED", message, phase: "proxy" }, code: null }));
  const refuse = ({ statusCode = 0 }: IncomingMessage) => {
    if (!TARGET_FAILED.has(statusCode)) return fail(refusalText(name, statusCode));
    const message = `${name} could not connect to ${authority} (${statusCode})`;
    end(() =>
      handler.onFailure({ error: { code: "CONNECT_TIMEOUT", message, phase: "connect" }, code: null }),
    );
  };

  const message = request({
    method: "CONNECT",
    path: authority,
    headers: { Host: authority, ...proxyAuthorization(proxy.auth) },
    setHost: false,
    maxHeaderSize: HEADER_BYTES_MAX,
    createConnection: () => socket,
  });
  message.once("connect", (response, tunnel, head) => {
    if (response.statusCode !== 200) return refuse(response);
    if (head.length > 0) tunnel.unshift(head);
    end(() => handler.onConnected(tunnel));
  });
  message.once("response", refuse);
  message.on("error", (error: NodeJS.ErrnoException) =>
    fail(`${name} did not answer the request for a tunnel (${error.code ?? error.message})`),
  );
  message.end();
}

/** Returns the header that authenticates at a proxy, if it needs one. */
export function proxyAuthorization(
  auth: HttpTunnelTarget["proxy"]["auth"],
): Readonly<Record<string, string>> {
  return auth === null ? {} : { "Proxy-Authorization": `Basic ${basicToken(auth)}` };
}

/** Returns why a proxy answers with a status other than that of the target. */
export function refusalText(name: string, statusCode: number): string {
  return statusCode === 407
    ? `${name} requires other credentials (407)`
    : `${name} refused the connection with status ${statusCode}`;
}
