import { lookup as systemLookup } from "node:dns/promises";
import { isIP } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import type { OwnPort } from "./egress-policy.ts";

/** Where something of ours listens, as the operator writes it. */
export type HostPort = { host: string; port: number };

export type PlaceResolver = {
  lookup(name: string, options: { all: true }): Promise<readonly { address: string }[]>;
  deadlineMs: number;
};

/** The system's own resolver may try for half a minute, and a start waits for this. */
const LOOKUP_DEADLINE_MS = 5_000;

/** The ports of places at each address of their names; of a name that has none, or not in time, on all of this machine's. */
export async function resolveHostPorts(
  places: readonly HostPort[],
  resolver: PlaceResolver = { lookup: systemLookup, deadlineMs: LOOKUP_DEADLINE_MS },
): Promise<OwnPort[]> {
  const found = await Promise.all(
    places.map(async ({ host, port }) => {
      const addresses = isIP(host) === 0 ? await addressesOf(host, resolver) : [host];
      return addresses.length === 0 ? [{ port }] : addresses.map((address) => ({ address, port }));
    }),
  );
  return found.flat();
}

async function addressesOf(name: string, { lookup, deadlineMs }: PlaceResolver): Promise<string[]> {
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
