import type { Socket } from "node:net";
import type { TlsFacts } from "@vedette/contract/checks/check-run.ts";
import { dial } from "./dial.ts";
import type { Egress } from "./egress.ts";
import { type NetFailure, RunnerError } from "./net-failure.ts";
import { secure } from "./tls.ts";

type ConnectTarget = {
  /** A name or an address, as a URL or a person writes it. */
  host: string;
  port: number;
  tls: { alpn: Uint8Array | null; verify: boolean } | null;
};

/** Told as it happens, so that the caller can take its marks. Nothing comes after `onOpen` or `onFailure`. */
type ConnectHandler = {
  /** The resolver has answered; not called where the host is an address. */
  onResolved(): void;
  onAddress(ip: string): void;
  /** TCP stands. */
  onConnected(): void;
  onCertificate(facts: TlsFacts): void;
  /** The connection is ready, TLS included. It is the caller's to destroy. */
  onOpen(socket: Socket): void;
  onFailure(failure: NetFailure | RunnerError): void;
};

/**
 * The one way out of this process: resolves, asks the policy, dials the very addresses it was asked
 * about, and speaks TLS. The caller keeps the deadline; the returned function gives up without a call.
 */
export function connect(egress: Egress, target: ConnectTarget, handler: ConnectHandler): () => void {
  let isDone = false;
  let abandon: (() => void) | null = null;

  const fail = (failure: NetFailure | RunnerError) => {
    if (isDone) return;
    isDone = true;
    abandon?.();
    handler.onFailure(failure);
  };

  const cancelResolve = egress.resolve(target.host, target.port, (result) => {
    if (isDone) return;
    if (result instanceof RunnerError || "error" in result) {
      fail(result);
      return;
    }
    if (!result.isLiteral) handler.onResolved();
    abandon = dial(
      egress.policy,
      { addresses: result.addresses, port: target.port },
      { onAddress: handler.onAddress, onConnected, onFailure: fail },
    );
  });
  // A literal has been answered by now and is being dialled.
  abandon ??= cancelResolve;

  function onConnected(socket: Socket): void {
    abandon = () => socket.destroy();
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
        onCertificate: handler.onCertificate,
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
    abandon?.();
  };
}
