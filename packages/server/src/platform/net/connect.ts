import type { Socket } from "node:net";
import type { TlsFacts } from "@vedette/contract/checks/check-run.ts";
import { dial } from "./dial.ts";
import type { Egress } from "./egress.ts";
import { type NetFailure, RunnerError } from "./net-failure.ts";
import type { IpFamily, ResolveDone } from "./resolve.ts";
import { secure } from "./tls.ts";

type ConnectTarget = {
  /** A host name or an address, as in a URL. */
  host: string;
  port: number;
  tls: { alpn: Uint8Array | null; verify: boolean } | null;
  /** Dialed instead of the addresses of the host. */
  address?: string;
  ipFamily?: IpFamily;
};

/** Events of a connection attempt, for timing. `onOpen` or `onFailure` is the last event. */
export type ConnectHandler = {
  /** The resolver has responded; not called if the host is an address. */
  onResolved(): void;
  onAddress(ip: string): void;
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
  let isDone = false;
  let cancel: (() => void) | null = null;

  const fail = (failure: NetFailure | RunnerError) => {
    if (isDone) return;
    isDone = true;
    cancel?.();
    handler.onFailure(failure);
  };

  const onResolution = (result: Parameters<ResolveDone>[0]) => {
    if (isDone) return;
    if (result instanceof RunnerError || "error" in result) {
      fail(result);
      return;
    }
    if (!result.isLiteral) handler.onResolved();
    cancel = dial(
      egress.policy,
      { addresses: result.addresses, port: target.port },
      { onAddress: (ip) => handler.onAddress(ip), onConnected, onFailure: fail },
    );
  };
  const { address = target.host, port, ipFamily } = target;
  const cancelResolve = egress.resolve(address, port, onResolution, ipFamily);
  // A literal address is already being dialed at this point.
  cancel ??= cancelResolve;

  function onConnected(socket: Socket): void {
    cancel = () => socket.destroy();
    handler.onConnected();
    if (target.tls === null) {
      isDone = true;
      handler.onOpen(socket);
      return;
    }
    const host = target.host.startsWith("[") ? target.host.slice(1, -1) : target.host;
    secure(
      egress.tls,
      socket,
      { host, ...target.tls },
      {
        onCertificate: (facts) => handler.onCertificate(facts),
        onSecure(secured) {
          if (isDone) return;
          isDone = true;
          handler.onOpen(secured);
        },
        onFailure: fail,
      },
    );
  }

  return () => {
    isDone = true;
    cancel?.();
  };
}
