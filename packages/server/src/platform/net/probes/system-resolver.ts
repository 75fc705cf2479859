import dns from "node:dns";
import { isIP } from "node:net";
import type { Egress } from "../egress.ts";

/** The first resolver of the system; null if it has none. */
export function systemResolver(): { host: string; port: number } | null {
  const [first] = dns.getServers();
  if (first === undefined) return null;
  if (isIP(first) !== 0) return { host: first, port: 53 };
  const [, host = "", port = "53"] = /^\[?(.+?)\]?:(\d+)$/.exec(first) ?? [];
  return { host, port: Number(port) };
}

/**
 * Returns egress to the resolver of the system only, which is usually at a private address. Every lookup of a host name
 * reaches it anyway, with a name that the user chose.
 */
export function resolverEgress({ tls, policy: { mode, checkUnixSocket } }: Egress): Egress {
  return {
    tls,
    policy: { mode, check: () => null, checkUnixSocket },
    resolve: (host, _port, done) => {
      done({ addresses: [host], isLiteral: true });
      return () => undefined;
    },
  };
}
