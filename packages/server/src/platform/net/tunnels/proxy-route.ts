import { isIP, type Socket } from "node:net";
import type { ProxyProtocol } from "@vedette/contract/checks/http-proxy.ts";
import { dialHost } from "../dial-host.ts";
import type { Egress } from "../egress.ts";
import { type NetFailure, RunnerError } from "../net-failure.ts";
import { secure } from "../tls.ts";
import { openHttpTunnel } from "./http-tunnel.ts";
import { openSocksTunnel } from "./socks-tunnel.ts";

/** The way through a proxy. */
export type ProxyRoute = {
  protocol: ProxyProtocol;
  host: string;
  port: number;
  auth: { username: string; password: string } | null;
  /** The proxy forwards single requests, so it needs no tunnel: plain HTTP through an HTTP proxy. */
  forwards: boolean;
};

type ProxiedTarget = { host: string; port: number; proxy: ProxyRoute };

type ProxyHandler = {
  onProxyReady(): void;
  onConnected(socket: Socket): void;
  onFailure(failure: NetFailure | RunnerError): void;
};

/**
 * Connects to a proxy, whose address the egress policy checks, and lets it connect to the target. An address as the
 * target is checked too; a name is resolved by the proxy. A proxy that fails is PROXY_FAILED; a target that the proxy
 * cannot reach is a failed connection. The returned function cancels silently.
 */
export function dialThroughProxy(egress: Egress, target: ProxiedTarget, handler: ProxyHandler): () => void {
  const { proxy } = target;
  let cancel: () => void = ignore;
  const startTunnel = (socket: Socket) => {
    cancel = () => socket.destroy();
    handler.onProxyReady();
    if (proxy.forwards) handler.onConnected(socket);
    else if (proxy.protocol === "socks5:") openSocksTunnel(socket, target, handler);
    else openHttpTunnel(socket, target, handler);
  };
  const fail = (failure: NetFailure | RunnerError) => handler.onFailure(proxyFailure(failure, proxy));
  const onConnected = (socket: Socket) => {
    if (proxy.protocol !== "https:") {
      startTunnel(socket);
      return;
    }
    cancel = () => socket.destroy();
    const tls = { host: proxy.host, alpn: null, verify: true };
    secure(egress.tls, socket, tls, { onCertificate: ignore, onSecure: startTunnel, onFailure: fail });
  };
  const refusal = refusalOf(egress, target);
  if (refusal !== null) {
    handler.onFailure({ error: { code: "ADDRESS_BLOCKED", message: refusal, phase: "proxy" }, code: null });
    return ignore;
  }
  const cancelDial = dialHost(egress, proxy, {
    onResolved: ignore,
    onAddress: ignore,
    onConnected,
    onFailure: fail,
  });
  if (cancel === ignore) cancel = cancelDial;
  return () => cancel();
}

function refusalOf({ policy }: Egress, { host, port }: ProxiedTarget): string | null {
  const address = host.startsWith("[") ? host.slice(1, -1) : host;
  return isIP(address) === 0 ? null : policy.check(address, port);
}

/** A blocked address keeps its code: the policy is to blame, not the proxy. */
function proxyFailure(failure: NetFailure | RunnerError, proxy: ProxyRoute): NetFailure | RunnerError {
  if (failure instanceof RunnerError || failure.error.code === "ADDRESS_BLOCKED") return failure;
  const message = `the proxy ${proxy.host}:${proxy.port} cannot be used: ${failure.error.message}`;
  return { error: { code: "PROXY_FAILED", message, phase: "proxy" }, code: failure.code };
}

function ignore(): void {}
