import dns from "node:dns";
import { isIP } from "node:net";
import type { EgressPolicy } from "./egress-policy.ts";
import { type NetFailure, type RunnerError, toRunnerError } from "./net-failure.ts";

/** Looks up all addresses of a name, best first, through the system or a fake in tests. */
export type Lookup = (
  name: string,
  done: (error: NodeJS.ErrnoException | null, addresses: readonly string[]) => void,
) => void;

type Resolution = {
  /** Addresses that the policy allows, best first. Never empty. */
  addresses: readonly string[];
  /** Whether the host was already an address, so that no lookup was made. */
  isLiteral: boolean;
};

/**
 * Resolves a host to addresses that may be dialed at the port, of one family if given. Calls back once, synchronously for
 * a literal address, and not at all after the returned function was called.
 */
export type Resolve = (host: string, port: number, done: ResolveDone, family?: IpFamily) => () => void;
export type IpFamily = 4 | 6;
export type ResolveDone = (result: Resolution | NetFailure | RunnerError) => void;

/** The resolver of the system may try for half a minute. */
const RESOLVE_DEADLINE_MS = 5_000;
/** Further addresses of a name are ignored. */
const ADDRESSES_MAX = 8;

type Waiter = (error: NodeJS.ErrnoException | null, addresses: readonly string[]) => void;

export function createResolve(policy: EgressPolicy, lookup: Lookup = systemLookup): Resolve {
  const inFlight = new Map<string, Set<Waiter>>();

  /** One lookup for concurrent requests of a name: a slow name server blocks one thread, not one per check. */
  function join(name: string, waiter: Waiter): void {
    const waiters = inFlight.get(name);
    if (waiters) {
      waiters.add(waiter);
      return;
    }
    const joined = new Set([waiter]);
    inFlight.set(name, joined);
    lookup(name, (error, addresses) => {
      inFlight.delete(name);
      for (const each of joined) each(error, addresses);
    });
  }

  return (host, port, done, family) => {
    const name = plainHost(host);
    if (isIP(name) !== 0) {
      if (!isOfFamily(name, family)) {
        done(dnsFailure(`${name} is not an IPv${family} address`, "ENODATA"));
        return ignore;
      }
      const refusal = policy.check(name, port);
      done(refusal === null ? { addresses: [name], isLiteral: true } : blocked("connect", refusal));
      return ignore;
    }
    const waiter: Waiter = (error, addresses) => {
      clearTimeout(deadline);
      done(error ? failed(name, error) : allowed(policy, { name, port, family }, addresses));
    };
    const cancel = () => {
      clearTimeout(deadline);
      inFlight.get(name)?.delete(waiter);
    };
    const deadline = setTimeout(() => {
      cancel();
      done(dnsFailure(`resolving ${name} timed out after ${RESOLVE_DEADLINE_MS / 1_000} s`, "ETIMEOUT"));
    }, RESOLVE_DEADLINE_MS);
    join(name, waiter);
    return cancel;
  };
}

/**
 * Returns the host without brackets, and any other spelling of an IPv4 address (decimal, octal, hex, short) in its
 * normal form, as the URL parser does it. A name is returned unchanged.
 */
function plainHost(host: string): string {
  if (host.startsWith("[")) return host.slice(1, -1);
  const endsInNumber = /(?:^|\.)(?:\d+|0x[\da-f]*)\.?$/i.test(host);
  if (!endsInNumber || isIP(host) !== 0) return host;
  return URL.canParse(`http://${host}/`) ? new URL(`http://${host}/`).hostname : host;
}

function allowed(
  policy: EgressPolicy,
  { name, port, family }: { name: string; port: number; family: IpFamily | undefined },
  found: readonly string[],
): Resolution | NetFailure {
  const addresses = family === undefined ? found : found.filter((address) => isOfFamily(address, family));
  if (addresses.length === 0) {
    const what = family === undefined ? "address" : `IPv${family} address`;
    return dnsFailure(`${name} has no ${what}`, "ENODATA");
  }
  const open: string[] = [];
  let refusal: string | null = null;
  for (const address of addresses) {
    const reason = policy.check(address, port);
    if (reason === null) open.push(address);
    else refusal ??= reason;
  }
  // A public name with one internal address indicates DNS rebinding; in self-hosted networks it is split DNS.
  if (refusal !== null && (policy.mode === "hosted" || open.length === 0)) {
    return blocked("dns", `${name} resolves to an address that is not allowed: ${refusal}`);
  }
  return { addresses: open.slice(0, ADDRESSES_MAX), isLiteral: false };
}

function isOfFamily(address: string, family: IpFamily | undefined): boolean {
  return family === undefined || isIP(address) === family;
}

function failed(name: string, error: NodeJS.ErrnoException): NetFailure | RunnerError {
  const localError = toRunnerError(error);
  if (localError) return localError;
  const code = error.code ?? "unknown";
  if (code === "ENOTFOUND") return dnsFailure(`${name} does not resolve: no such name (${code})`, code);
  if (code === "EAI_AGAIN") {
    return dnsFailure(`${name} does not resolve: the name servers do not respond (${code})`, code);
  }
  return dnsFailure(`${name} does not resolve (${code})`, code);
}

function dnsFailure(message: string, code: string): NetFailure {
  return { error: { code: "DNS_FAILED", message, phase: "dns" }, code };
}

function blocked(phase: "dns" | "connect", message: string): NetFailure {
  return { error: { code: "ADDRESS_BLOCKED", message, phase }, code: null };
}

function systemLookup(name: string, done: Parameters<Lookup>[1]): void {
  dns.lookup(name, { all: true, order: "verbatim" }, (error, found) =>
    done(
      error,
      (found ?? []).map(({ address }) => address),
    ),
  );
}

function ignore(): void {}
