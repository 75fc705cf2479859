import { isIP } from "node:net";
import { networkInterfaces } from "node:os";
import ipaddr from "ipaddr.js";
import { type Clock, systemClock } from "../kernel/clock.ts";
import { StartError } from "../kernel/errors.ts";
import { type AddressClass, canonicalAddress, classifyAddress, isInRange } from "./address.ts";

/**
 * Where this process may connect to. It knows addresses and ports, never names or what they are for:
 * checks, webhooks and mail ask the same question.
 */
export type EgressPolicy = {
  readonly mode: EgressMode;
  /** Why a connection to this literal address is refused, naming the switch that decides; or null. */
  check(ip: string, port: number): string | null;
};

export type EgressMode = "self-hosted" | "hosted";

/** A port on which this installation itself listens; without an address, on all of this machine's. */
export type OwnPort = { address?: string; port: number };

type EgressPolicyOptions = {
  mode: EgressMode;
  /** `10.0.0.0/8`, `10.1.2.3`, `10.1.2.3:443`, `[fd00::1]:443`. Only the exact ones open what is forbidden. */
  allow: readonly string[];
  /** The same forms; wins over `allow`. */
  deny: readonly string[];
  /** Ports that are closed at every address, but for the exact endpoints of `allow`. */
  portsDeny?: readonly number[];
  ownPorts: () => readonly OwnPort[];
  /** The addresses of this machine's network interfaces. */
  localAddresses?: () => readonly string[];
  clock?: Clock;
};

/** Verdicts on addresses that are remembered; each is a small object. */
const REMEMBERED_MAX = 10_000;
/** Interfaces change rarely, and reading them costs as much as a check. */
const LOCAL_ADDRESSES_KEPT_MS = 5_000;

type Known = { text: string; class: AddressClass; denied: boolean; refusal: string | null };

/** Throws a StartError that names the entry of a list that cannot be read. */
export function createEgressPolicy(options: EgressPolicyOptions): EgressPolicy {
  const allow = readList("VEDETTE_EGRESS_ALLOW", options.allow);
  const deny = readList("VEDETTE_EGRESS_DENY", options.deny);
  const portsDeny: ReadonlySet<number> = new Set(options.portsDeny);
  const isLocal = localTest(options.localAddresses ?? interfaceAddresses, options.clock ?? systemClock);
  const remembered = new Map<string, Known>();

  function know(ip: string): Known {
    const found = remembered.get(ip);
    if (found) return found;
    const text = canonicalAddress(ip) ?? ip;
    const known: Known = { text, class: classifyAddress(ip), denied: deny.holds(text), refusal: null };
    if (!allow.addresses.has(text)) known.refusal = refusalOf(known, options.mode, allow);
    if (remembered.size >= REMEMBERED_MAX) remembered.clear();
    remembered.set(ip, known);
    return known;
  }

  function isOwn(known: Known, port: number): boolean {
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
      const known = know(ip);
      if (known.denied || deny.holdsPort(known.text, port)) {
        return `${at(known, port)} is on the list of VEDETTE_EGRESS_DENY`;
      }
      if (allow.holdsPort(known.text, port)) return null;
      if (portsDeny.has(port)) {
        return `port ${port} is closed by VEDETTE_EGRESS_PORTS_DENY; VEDETTE_EGRESS_ALLOW would have to list exactly ${at(known, port)}`;
      }
      if (isOwn(known, port)) {
        return `${at(known, port)} is a port of Vedette itself; VEDETTE_EGRESS_ALLOW would have to list exactly ${at(known, port)}`;
      }
      return known.refusal;
    },
  };
}

function refusalOf(known: Known, mode: EgressMode, allow: AddressList): string | null {
  if (known.class === "public") return null;
  if (known.class === "forbidden") {
    return `${known.text} is a link-local, metadata, multicast or reserved address; VEDETTE_EGRESS_ALLOW would have to list exactly it`;
  }
  if (mode === "self-hosted" || allow.holds(known.text)) return null;
  return `${known.text} is a ${known.class} address, and VEDETTE_EGRESS=hosted lets only public ones through; VEDETTE_EGRESS_ALLOW lists exceptions`;
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
        `${name} has an entry that cannot be read: "${entry}". Use forms like 10.0.0.0/8, 10.1.2.3, 10.1.2.3:443 or [fd00::1]:443.`,
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
    if (clock.monotonic() - readAtMs >= LOCAL_ADDRESSES_KEPT_MS) {
      addresses = new Set(read().map((ip) => canonicalAddress(ip) ?? ip));
      readAtMs = clock.monotonic();
    }
    return addresses.has(text);
  };
}

function interfaceAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => address));
}

function at(known: Known, port: number): string {
  return known.text.includes(":") ? `[${known.text}]:${port}` : `${known.text}:${port}`;
}
