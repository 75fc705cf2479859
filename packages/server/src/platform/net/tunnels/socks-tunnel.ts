import type { Socket } from "node:net";
import type { CheckErrorCode } from "@vedette/contract/checks/check-errors.ts";
import { SocksClient, SocksClientError } from "socks";
import type { NetFailure } from "../net-failure.ts";

type SocksTunnelTarget = {
  host: string;
  port: number;
  proxy: { host: string; port: number; auth: { username: string; password: string } | null };
};

type TunnelHandler = { onConnected(socket: Socket): void; onFailure(failure: NetFailure): void };

/**
 * The replies with which a proxy reports that it cannot reach the target, as the library names them. Source: RFC 1928,
 * section 6.
 */
const TARGET_FAILED: Readonly<Record<string, CheckErrorCode>> = {
  NetworkUnreachable: "CONNECT_TIMEOUT",
  HostUnreachable: "CONNECT_TIMEOUT",
  TTLExpired: "CONNECT_TIMEOUT",
  ConnectionRefused: "CONNECT_REFUSED",
};
/** The caller closes the socket at its own deadline, which is mostly shorter. */
const DEADLINE_MS = 60_000;

/** Asks a SOCKS 5 proxy for a connection to the target, which the proxy resolves. */
export function openSocksTunnel(socket: Socket, target: SocksTunnelTarget, handler: TunnelHandler): void {
  const { host, port, proxy } = target;
  const name = `the proxy ${proxy.host}:${proxy.port}`;
  const fail = (error: unknown) => {
    if (!(error instanceof SocksClientError)) throw error;
    const reply = /- (\w+)$/.exec(error.message)?.[1] ?? "";
    const code = TARGET_FAILED[reply];
    if (code !== undefined) {
      const message = `${name} could not connect to ${host}:${port} (${reply})`;
      handler.onFailure({ error: { code, message, phase: "connect" }, code: null });
      return;
    }
    const message = `${name} cannot be used: ${error.message}`;
    handler.onFailure({ error: { code: "PROXY_FAILED", message, phase: "proxy" }, code: null });
  };
  SocksClient.createConnection({
    proxy: {
      host: proxy.host,
      port: proxy.port,
      type: 5,
      ...(proxy.auth && { userId: proxy.auth.username, password: proxy.auth.password }),
    },
    command: "connect",
    destination: { host: host.startsWith("[") ? host.slice(1, -1) : host, port },
    existing_socket: socket,
    timeout: DEADLINE_MS,
  }).then((info) => handler.onConnected(info.socket), fail);
}
