import type { AddressFacts } from "@vedette/contract/evidence/address-facts.ts";
import type { DnsFacts } from "@vedette/contract/evidence/dns-facts.ts";
import type { PathFacts } from "@vedette/contract/evidence/path-facts.ts";
import type { CanaryState, CollectedFacts, EvidencePart } from "@vedette/contract/evidence/vantage-facts.ts";
import { addressFamily } from "../../platform/net/address.ts";
import { RunnerError } from "../../platform/net/net-failure.ts";
import { chooseAddresses } from "./addresses/choose-addresses.ts";
import { collectAddresses } from "./addresses/collect-addresses.ts";
import { fitCollected } from "./bundle/fit-facts.ts";
import { collectCheck } from "./check/collect-check.ts";
import type { CollectContext, EvidenceTarget } from "./collect-context.ts";
import { collectDns } from "./dns/collect-dns.ts";
import { type EvidenceEndpoint, endpointOf } from "./endpoint.ts";
import { maskCollected } from "./mask-collected.ts";
import { collectPath } from "./path/collect-path.ts";
import { type Deadline, deadlineIn, withinDeadline } from "./within-deadline.ts";

/*
 * Collects evidence on a runner: what its resolvers, the addresses of the host and the path to them do, right after a check
 * failed. Every connection passes the egress policy. Nothing that the target says is followed. It must not know a database,
 * an alert or what the facts mean; `verdict/` decides that.
 */

/** Time to put the facts together and to report them. */
const MARGIN_MS = 1_000;
/** Two steps of queries, and the lookup of the system. */
const DNS_MS = 7_000;
/** The rest of the time is for the path. */
const ADDRESSES_MS = 8_500;

/** Never takes longer than the order allows, and rejects only for internal errors or when `signal` aborts. */
export async function collectEvidence(
  target: EvidenceTarget,
  ctx: CollectContext,
  signal: AbortSignal,
): Promise<CollectedFacts> {
  const { spec, order } = target;
  const now = () => ctx.clock.monotonic();
  const startedMs = now();
  const deadline = deadlineIn(Math.max(0, order.collectMs - MARGIN_MS), signal, now);
  const incomplete = new Set<EvidencePart>();
  const endpoint = endpointOf(spec);
  const [check, hosts, canaries] = await Promise.all([
    order.sendsRequest ? part("check", collectCheck(spec, ctx, deadline), { deadline, incomplete }) : null,
    endpoint === null ? NO_HOST : collectHost({ target, endpoint, ctx, deadline, incomplete }),
    part("canaries", canaryState(ctx), { deadline, incomplete }),
  ]);
  signal.throwIfAborted();
  const facts: CollectedFacts = {
    ...{ check, ...hosts, canaries },
    duration_ms: now() - startedMs,
    incomplete: [...incomplete],
  };
  return fitCollected(maskCollected(facts, spec.mask));
}

type HostFacts = Pick<CollectedFacts, "dns" | "addresses" | "addresses_found" | "path">;
const NO_HOST: HostFacts = { dns: null, addresses: [], addresses_found: 0, path: null };

const NO_ADDRESS: ReturnType<typeof chooseAddresses> = { chosen: [], found: 0 };

type Collecting = {
  target: EvidenceTarget;
  endpoint: EvidenceEndpoint;
  ctx: CollectContext;
  deadline: Deadline;
  incomplete: Set<EvidencePart>;
};

async function collectHost({ target, endpoint, ctx, deadline, incomplete }: Collecting): Promise<HostFacts> {
  const now = () => ctx.clock.monotonic();
  const isLiteral = addressFamily(endpoint.host) !== null;
  const dnsDeadline = deadlineIn(DNS_MS, deadline, now);
  const dns: DnsFacts | null = isLiteral
    ? null
    : await part("dns", collectDns(endpoint, ctx, dnsDeadline), { deadline, incomplete });
  // Queries that were cut short look like servers that do not answer.
  if (dnsDeadline.signal.aborted) incomplete.add("dns");
  const { chosen, found } = endpoint.isNameOnly ? NO_ADDRESS : chooseAddresses(endpoint, dns);
  const first = firstToTrace(chosen.map(({ address }) => address));
  const addressDeadline = deadlineIn(ADDRESSES_MS, deadline, now);
  const probing = { target, endpoint, ctx, onConnected: first.onConnected };
  const [addresses, path] = await Promise.all([
    part<AddressFacts[]>("addresses", collectAddresses(chosen, probing, addressDeadline.signal), {
      deadline,
      incomplete,
    }),
    part<PathFacts | null>(
      "path",
      first.address.then((address) =>
        address === null ? null : collectPath({ address, port: endpoint.port }, ctx, deadline),
      ),
      { deadline, incomplete },
    ),
  ]);
  return { dns, addresses: addresses ?? [], addresses_found: found, path };
}

/** Resolves to the first address that cannot be connected to; to the first of all if every one can. */
function firstToTrace(addresses: readonly string[]) {
  const { promise, resolve } = Promise.withResolvers<string | null>();
  let waiting = addresses.length;
  if (waiting === 0) resolve(null);
  return {
    address: promise,
    onConnected(address: string, isOpen: boolean): void {
      waiting -= 1;
      if (!isOpen) resolve(address);
      else if (waiting === 0) resolve(addresses[0] ?? null);
    },
  };
}

async function canaryState({ canaries }: CollectContext): Promise<CanaryState> {
  if (canaries === null) return "not_configured";
  return (await canaries.areSilent()) ? "silent" : "responding";
}

/** Returns null and notes the part if it does not end in time. */
async function part<T>(
  name: EvidencePart,
  work: Promise<T>,
  { deadline, incomplete }: Pick<Collecting, "deadline" | "incomplete">,
): Promise<T | null> {
  const ended = work.then((value) => ({ value }));
  // Without a resource of this machine, such as a file descriptor, the other parts may still end.
  const possible = ended.catch((error: unknown) => {
    if (error instanceof RunnerError) return null;
    throw error;
  });
  const found = await withinDeadline(possible, deadline, null);
  if (found !== null) return found.value;
  incomplete.add(name);
  return null;
}
