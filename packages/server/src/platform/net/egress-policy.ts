import { isIP } from "node:net";
import { networkInterfaces } from "node:os";
import ipaddr from "ipaddr.js";
import { type Clock, systemClock } from "../kernel/clock.ts";
import { StartError } from "../kernel/errors.ts";
import { type AddressClass, canonicalAddress, classifyAddress, isInRange } from "./address.ts";

/**
 * Decides which addresses and ports this process may connect to. It knows no host names and no purposes: checks,
 * webhooks and email use the same policy.
 */
export type EgressPolicy = {
  readonly mode: EgressMode;
  /** Returns why a connection to this literal address is blocked, naming the relevant setting, or null if it is allowed. */
  check(ip: string, port: number): string | null;
  /** Returns the same for a connection to a Unix socket. */
  checkUnixSocket(path: string): string | null;
};

export type EgressMode = "self-hosted" | "hosted";

/** A port on which this installation listens; without an address, on all addresses of this machine. */
export type OwnPort = { address?: string; port: number };

type EgressPolicyOptions = {
  mode: EgressMode;
  /** `10.0.0.0/8`, `10.1.2.3`, `10.1.2.3:443`, `[fd00::1]:443`. Only exact entries allow forbidden addresses. */
  allow: readonly string[];
  /** The same forms; takes precedence over `allow`. */
  deny: readonly string[];
  /** Ports that are blocked at every address, except for exact endpoints in `allow`. */
  portsDeny?: readonly number[];
  ownPorts: () => readonly OwnPort[];
  /** Paths of Unix sockets that are allowed; all others are blocked. */
  unixSockets?: readonly string[];
  /** The addresses of this machine's network interfaces. */
  localAddresses?: () => readonly string[];
  clock?: Clock;
};

/** Maximum number of cached decisions; each is a small object. */
const CACHE_MAX = 10_000;
/** Interfaces change rarely, and reading them costs as much as a check. */
const LOCAL_ADDRESSES_TTL_MS = 5_000;

type AddressDecision = { text: string; class: AddressClass; denied: boolean; refusal: string | null };

/** Throws a StartError that names an invalid entry of a list. */
export function createEgressPolicy(options: EgressPolicyOptions): EgressPolicy {
  const allow = readList("VEDETTE_EGRESS_ALLOW", options.allow);
  const deny = readList("VEDETTE_EGRESS_DENY", options.deny);
  const portsDeny: ReadonlySet<number> = new Set(options.portsDeny);
  const isLocal = localTest(options.localAddresses ?? interfaceAddresses, options.clock ?? systemClock);
  const unixSockets: ReadonlySet<string> = new Set(options.unixSockets);
  const cache = new Map<string, AddressDecision>();

  function classify(ip: string): AddressDecision {
    const found = cache.get(ip);
    if (found) return found;
    const text = canonicalAddress(ip) ?? ip;
    const known: AddressDecision = {
      text,
      class: classifyAddress(ip),
      denied: deny.holds(text),
      refusal: null,
    };
    if (!allow.addresses.has(text)) known.refusal = describeRefusal(known, options.mode, allow);
    if (cache.size >= CACHE_MAX) cache.clear();
    cache.set(ip, known);
    return known;
  }

  function isOwn(known: AddressDecision, port: number): boolean {
    for (const own of options.ownPorts()) {
      if (own.port !== port) continue;
      const address = own.address === undefined ? null : canonicalAddress(own.address);
      const isHere = address === null || address === "0.0.0.0" || address === "::" || isLocal(address);
      if (isHere ? isLocal(known.text) : address === known.text) return true;
    }
    return false;
  }

  return {
    mode: options.mode,
    check(ip, port) {
      const known = classify(ip);
      if (known.denied || deny.holdsPort(known.text, port)) {
        return `${at(known, port)} is blocked by VEDETTE_EGRESS_DENY`;
      }
      if (allow.holdsPort(known.text, port)) return null;
      if (portsDeny.has(port)) {
        return `port ${port} is blocked by VEDETTE_EGRESS_PORTS_DENY; to allow it, add ${at(known, port)} to VEDETTE_EGRESS_ALLOW`;
      }
      if (isOwn(known, port)) {
        return `${at(known, port)} is a port of Vedette itself; to allow it, add ${at(known, port)} to VEDETTE_EGRESS_ALLOW`;
      }
      return known.refusal;
    },
    checkUnixSocket: (path) =>
      unixSockets.has(path)
        ? null
        : `the Unix socket ${path} is not allowed; the operator of the runner can add it to VEDETTE_DOCKER_SOCKETS`,
  };
}

function describeRefusal(known: AddressDecision, mode: EgressMode, allow: AddressList): string | null {
  if (known.class === "public") return null;
  if (known.class === "forbidden") {
    return `${known.text} is a link-local, metadata, multicast or reserved address; to allow it, add exactly this address to VEDETTE_EGRESS_ALLOW`;
  }
  if (mode === "self-hosted" || allow.holds(known.text)) return null;
  return `${known.text} is a ${known.class} address, and VEDETTE_EGRESS=hosted allows only public addresses; VEDETTE_EGRESS_ALLOW lists exceptions`;
}

type AddressList = {
  addresses: ReadonlySet<string>;
  holds(text: string): boolean;
  holdsPort(text: string, port: number): boolean;
};

function readList(name: string, entries: readonly string[]): AddressList {
  const addresses = new Set<string>();
  const endpoints = new Set<string>();
  const ranges: ReturnType<typeof ipaddr.parseCIDR>[] = [];
  for (const entry of entries) {
    const endpoint = /^(?:\[(?<v6>[^\]]+)\]|(?<v4>[\d.]+)):(?<port>\d{1,5})$/.exec(entry)?.groups;
    const ip = endpoint ? (endpoint.v6 ?? endpoint.v4 ?? "") : entry.replace(/^\[(.*)\]$/, "$1");
    const text = canonicalAddress(ip);
    if (ipaddr.isValidCIDR(entry)) ranges.push(ipaddr.parseCIDR(entry));
    else if (text === null || isIP(ip) === 0 || Number(endpoint?.port ?? 0) > 65_535) {
      throw new StartError(
        `${name} has an invalid entry: "${entry}". Use forms such as 10.0.0.0/8, 10.1.2.3, 10.1.2.3:443 or [fd00::1]:443.`,
      );
    } else if (endpoint) endpoints.add(`${text} ${Number(endpoint.port)}`);
    else addresses.add(text);
  }
  return {
    addresses,
    holds: (text) => addresses.has(text) || ranges.some((range) => isInRange(text, range)),
    holdsPort: (text, port) => endpoints.size > 0 && endpoints.has(`${text} ${port}`),
  };
}

function localTest(read: () => readonly string[], clock: Clock): (text: string) => boolean {
  let addresses: ReadonlySet<string> = new Set();
  let readAtMs = Number.NEGATIVE_INFINITY;
  return (text) => {
    if (classifyAddress(text) === "loopback") return true;
    if (clock.monotonic() - readAtMs >= LOCAL_ADDRESSES_TTL_MS) {
      addresses = new Set(read().map((ip) => canonicalAddress(ip) ?? ip));
      readAtMs = clock.monotonic();
    }
    return addresses.has(text);
  };
}

function interfaceAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => address));
}

function at(known: AddressDecision, port: number): string {
  return known.text.includes(":") ? `[${known.text}]:${port}` : `${known.text}:${port}`;
}
