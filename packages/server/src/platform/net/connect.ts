import type { Socket } from "node:net";
import type { TlsFacts } from "@vedette/contract/checks/check-run.ts";
import { dialHost } from "./dial-host.ts";
import type { Egress } from "./egress.ts";
import type { NetFailure, RunnerError } from "./net-failure.ts";
import { dialUnixSocket } from "./probes/dial-unix-socket.ts";
import type { IpFamily } from "./resolve.ts";
import { type ClientIdentity, secure } from "./tls.ts";
import { dialThroughProxy, type ProxyRoute } from "./tunnels/proxy-route.ts";

export type ConnectTarget = {
  /** A host name or an address, as in a URL. */
  host: string;
  port: number;
  tls: { alpn: Uint8Array | null; verify: boolean; identity?: ClientIdentity } | null;
  /** Dialed instead of the addresses of the host. */
  address?: string;
  ipFamily?: IpFamily;
  /** Connects through a proxy, which resolves the host. */
  proxy?: ProxyRoute;
  /** Connected instead of an address; the host is only a name. */
  unixSocket?: string;
};

/** Events of a connection attempt, for timing. `onOpen` or `onFailure` is the last event. */
export type ConnectHandler = {
  /** The resolver has responded, with these addresses; not called if the host is an address, or a proxy resolves it. */
  onResolved(addresses: readonly string[]): void;
  /** Not called with a proxy. */
  onAddress(ip: string): void;
  /** The proxy is connected, and connects to the target next. Called only with a proxy. */
  onProxyReady?(): void;
  /** The TCP connection is established. */
  onConnected(): void;
  onCertificate(facts: TlsFacts): void;
  /** The connection is ready, including TLS. The caller must destroy it. */
  onOpen(socket: Socket): void;
  onFailure(failure: NetFailure | RunnerError): void;
};

/**
 * The only way to open connections from this process: resolves, checks the egress policy, connects to the checked
 * addresses, and performs the TLS handshake. The caller sets the deadline; the returned function cancels silently.
 */
export function connect(egress: Egress, target: ConnectTarget, handler: ConnectHandler): () => void {
  const connecting = new Connecting(egress, target, handler);
  connecting.start();
  return () => connecting.cancel();
}

class Connecting {
  readonly #egress: Egress;
  readonly #target: ConnectTarget;
  readonly #handler: ConnectHandler;
  #isDone = false;
  #cancel: (() => void) | null = null;

  constructor(egress: Egress, target: ConnectTarget, handler: ConnectHandler) {
    this.#egress = egress;
    this.#target = target;
    this.#handler = handler;
  }

  start(): void {
    const cancel = this.#dial();
    // After a synchronous end, only what followed it must be cancelled.
    if (this.#isDone) cancel();
    else this.#cancel ??= cancel;
  }

  #dial(): () => void {
    const { proxy, unixSocket } = this.#target;
    if (unixSocket !== undefined) return dialUnixSocket(this.#egress.policy, unixSocket, this);
    if (proxy !== undefined) return dialThroughProxy(this.#egress, { ...this.#target, proxy }, this);
    return dialHost(this.#egress, this.#target, this);
  }

  cancel(): void {
    this.#isDone = true;
    this.#cancel?.();
  }

  onResolved(addresses: readonly string[]): void {
    if (!this.#isDone) this.#handler.onResolved(addresses);
  }

  onAddress(ip: string): void {
    if (!this.#isDone) this.#handler.onAddress(ip);
  }

  onProxyReady(): void {
    if (!this.#isDone) this.#handler.onProxyReady?.();
  }

  onConnected(socket: Socket): void {
    if (this.#isDone) {
      socket.destroy();
      return;
    }
    this.#cancel = () => socket.destroy();
    this.#handler.onConnected();
    const { tls } = this.#target;
    if (tls === null) this.#open(socket);
    else this.#secure(socket, tls);
  }

  onFailure(failure: NetFailure | RunnerError): void {
    if (this.#isDone) return;
    this.cancel();
    this.#handler.onFailure(failure);
  }

  #secure(socket: Socket, tls: NonNullable<ConnectTarget["tls"]>): void {
    const { host } = this.#target;
    secure(
      this.#egress.tls,
      socket,
      { ...tls, host: host.startsWith("[") ? host.slice(1, -1) : host },
      {
        onCertificate: (facts) => this.#handler.onCertificate(facts),
        onSecure: (secured) => this.#open(secured),
        onFailure: (failure) => this.onFailure(failure),
      },
    );
  }

  #open(socket: Socket): void {
    if (this.#isDone) return;
    this.#isDone = true;
    this.#handler.onOpen(socket);
  }
}
