import { lookup as systemLookup } from "node:dns/promises";
import { isIP } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import type { OwnPort } from "./egress-policy.ts";

/** A host and port of this installation, as configured by the operator. */
export type HostPort = { host: string; port: number };

export type HostResolver = {
  lookup(name: string, options: { all: true }): Promise<readonly { address: string }[]>;
  deadlineMs: number;
};

/** The resolver of the system may try for half a minute, and a start waits for this. */
const LOOKUP_DEADLINE_MS = 5_000;

/** Resolves each host to its addresses; a name that does not resolve in time counts as all addresses of this machine. */
export async function resolveHostPorts(
  hostPorts: readonly HostPort[],
  resolver: HostResolver = { lookup: systemLookup, deadlineMs: LOOKUP_DEADLINE_MS },
): Promise<OwnPort[]> {
  const found = await Promise.all(
    hostPorts.map(async ({ host, port }) => {
      const addresses = isIP(host) === 0 ? await addressesOf(host, resolver) : [host];
      return addresses.length === 0 ? [{ port }] : addresses.map((address) => ({ address, port }));
    }),
  );
  return found.flat();
}

async function addressesOf(name: string, { lookup, deadlineMs }: HostResolver): Promise<string[]> {
  const deadline = new AbortController();
  try {
    const late = wait(deadlineMs, [], { signal: deadline.signal });
    const found = await Promise.race([lookup(name, { all: true }), late]);
    return found.map(({ address }) => address);
  } catch {
    return [];
  } finally {
    deadline.abort();
  }
}
