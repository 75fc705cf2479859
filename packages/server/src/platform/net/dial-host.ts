import type { Socket } from "node:net";
import { dial } from "./dial.ts";
import type { Egress } from "./egress.ts";
import { type NetFailure, RunnerError } from "./net-failure.ts";
import type { IpFamily } from "./resolve.ts";

type HostTarget = {
  /** A host name or an address, as in a URL. */
  host: string;
  port: number;
  /** Dialed instead of the addresses of the host. */
  address?: string;
  ipFamily?: IpFamily;
};

type HostHandler = {
  /** The resolver has responded, with these allowed addresses; not called if the host is an address. */
  onResolved(addresses: readonly string[]): void;
  onAddress(ip: string): void;
  onConnected(socket: Socket): void;
  onFailure(failure: NetFailure | RunnerError): void;
};

/**
 * Resolves a host, checks the egress policy and connects to one of the checked addresses. Calls `onConnected` or
 * `onFailure` once; the returned function cancels silently until then.
 */
export function dialHost(egress: Egress, target: HostTarget, handler: HostHandler): () => void {
  const { host, address = host, port, ipFamily } = target;
  let cancel: (() => void) | null = null;
  const cancelResolve = egress.resolve(
    address,
    port,
    (result) => {
      if (result instanceof RunnerError || "error" in result) {
        handler.onFailure(result);
        return;
      }
      if (!result.isLiteral) handler.onResolved(result.addresses);
      cancel = dial(egress.policy, { addresses: result.addresses, port }, handler);
    },
    ipFamily,
  );
  // A literal address is already being dialed at this point.
  cancel ??= cancelResolve;
  return () => cancel?.();
}
