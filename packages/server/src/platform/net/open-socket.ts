import type { Socket } from "node:net";
import { connect } from "./connect.ts";
import type { Egress } from "./egress.ts";
import type { ClientIdentity } from "./tls.ts";

export type SocketTarget = {
  host: string;
  port: number;
  isSecure: boolean;
  /** Whether the certificate must be valid: by default. */
  verify?: boolean;
  /** The client certificate to show, if the server asks for one. */
  identity?: ClientIdentity;
};

/**
 * `connect` as a promise, for services that the operator configured: returns a connection that the egress policy allows,
 * or throws an error with a message. Aborting cancels it; the caller destroys the socket.
 */
export function openSocket(egress: Egress, target: SocketTarget, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const { host, port, isSecure, verify = true, identity } = target;
    const cancel = connect(
      egress,
      { host, port, tls: isSecure ? { alpn: null, verify, ...(identity && { identity }) } : null },
      {
        onResolved: ignore,
        onAddress: ignore,
        onConnected: ignore,
        onCertificate: ignore,
        onOpen: resolve,
        onFailure: (failure) =>
          reject(failure instanceof Error ? failure : new Error(withHost(host, failure.error.message))),
      },
    );
    const onAbort = () => {
      cancel();
      reject(new Error(`${host} was not reached in time`));
    };
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
  });
}

/** Ignores events that only checks record. */
function ignore(): void {}

/** Most messages name the host already. */
function withHost(host: string, message: string): string {
  return message.includes(host) ? message : `${host}: ${message}`;
}
