import type { DnsFacts, EvidenceResolver } from "@vedette/contract/evidence/dns-facts.ts";
import { EVIDENCE_ADDRESSES_MAX } from "@vedette/contract/evidence/evidence-limits.ts";
import { addressFamily } from "../../../platform/net/address.ts";
import type { EvidenceEndpoint } from "../endpoint.ts";

export type ChosenAddress = { address: string; family: 4 | 6; sources: EvidenceResolver[] };

/** The other family keeps this many places, so that both can be compared. */
const FAMILY_PLACES_MIN = 3;

/**
 * Returns the addresses to connect to: of all answers, those of the system first, because checks use them. Pure. `found` is
 * the number of all addresses.
 */
export function chooseAddresses(
  { host, pinned, ipFamily }: Pick<EvidenceEndpoint, "host" | "pinned" | "ipFamily">,
  dns: DnsFacts | null,
): { chosen: ChosenAddress[]; found: number } {
  const literal = pinned ?? (addressFamily(host) === null ? null : host);
  const all = literal === null ? answeredAddresses(dns) : new Map([[literal, new Set<EvidenceResolver>()]]);
  const candidates: ChosenAddress[] = [];
  for (const [address, sources] of all) {
    const family = addressFamily(address);
    if (family === null) continue;
    if (ipFamily === null || family === ipFamily) candidates.push({ address, family, sources: [...sources] });
  }
  return { chosen: balanced(candidates), found: candidates.length };
}

function answeredAddresses(dns: DnsFacts | null): Map<string, Set<EvidenceResolver>> {
  const all = new Map<string, Set<EvidenceResolver>>();
  const add = (address: string, source: EvidenceResolver) => {
    const key = address.toLowerCase();
    all.set(key, (all.get(key) ?? new Set()).add(source));
  };
  for (const address of dns?.lookup.addresses ?? []) add(address, "system");
  for (const { resolver, record, records } of dns?.answers ?? []) {
    for (const { type, value } of records) if (type === record) add(value, resolver);
  }
  return all;
}

function balanced(candidates: readonly ChosenAddress[]): ChosenAddress[] {
  if (candidates.length <= EVIDENCE_ADDRESSES_MAX) return [...candidates];
  const first = candidates.slice(0, EVIDENCE_ADDRESSES_MAX);
  for (const family of [4, 6] as const) {
    const here = first.filter((each) => each.family === family).length;
    const rest = candidates.slice(EVIDENCE_ADDRESSES_MAX).filter((each) => each.family === family);
    const missing = Math.min(FAMILY_PLACES_MIN - here, rest.length);
    if (missing > 0) return [...first.slice(0, EVIDENCE_ADDRESSES_MAX - missing), ...rest.slice(0, missing)];
  }
  return first;
}
