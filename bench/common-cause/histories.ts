import type { CauseKind } from "../../packages/contract/src/incidents/incident-limits.ts";
import {
  BAD_MIN,
  type CauseFacts,
  type Trait,
} from "../../packages/server/src/pipeline/common-cause/find-common-cause.ts";
import type { Random } from "../simulate/random.ts";

/** Generated failures of a fleet within three minutes: with a known cause, or by coincidence. */

export type History = {
  bad: CauseFacts[];
  healthy: CauseFacts[];
  /** Null for a coincidence. */
  cause: { trait: Trait; failedIds: ReadonlySet<string> } | null;
};

/** A cause takes down nearly all that have it; some answer from a cache or are checked too late. */
const FAILS = 0.95;
/** Of the other targets in the same three minutes. */
const FAILS_BY_CHANCE = 0.002;
/** A cause of more of the fleet is everything. */
const SHARE_MAX = 0.6;
const ERRORS = ["TIMEOUT", "CONNECTION_REFUSED", "DNS_FAILED", "TLS_INVALID", "ASSERTION_FAILED"];
const ERROR_OF: Partial<Record<CauseKind, string>> = {
  ...{ address: "CONNECTION_REFUSED", network: "TIMEOUT", host: "CONNECTION_REFUSED" },
  ...{ nameserver: "DNS_FAILED", certificate: "TLS_INVALID", issuer: "TLS_INVALID" },
};

/** Null if nothing of the fleet can be a cause, or too few of its targets fail. */
export function failByCause(random: Random, fleet: readonly CauseFacts[]): History | null {
  const trait = pickTrait(random, fleet);
  if (trait === null) return null;
  const members = fleet.filter((target) => hasTrait(target, trait));
  const failed = new Set(members.filter(() => random.uniform() < FAILS).map(({ id }) => id));
  if (failed.size < BAD_MIN) return null;
  const error = ERROR_OF[trait.kind] ?? pickError(random);
  const isBad = (target: CauseFacts) => failed.has(target.id) || random.uniform() < FAILS_BY_CHANCE;
  const errorOf = () => (random.uniform() < 0.9 ? error : pickError(random));
  return { ...split(fleet, { isBad, errorOf }), cause: { trait, failedIds: failed } };
}

/** Three to six targets that have nothing to do with each other. */
export function failByChance(random: Random, fleet: readonly CauseFacts[]): History {
  const count = BAD_MIN + Math.floor(random.uniform() * 4);
  const chosen = new Set<string>();
  while (chosen.size < count) chosen.add(fleet[Math.floor(random.uniform() * fleet.length)]?.id ?? "");
  return {
    ...split(fleet, { isBad: ({ id }) => chosen.has(id), errorOf: () => pickError(random) }),
    cause: null,
  };
}

export function hasTrait({ traits }: CauseFacts, { kind, value }: Trait): boolean {
  return traits.some((each) => each.kind === kind && each.value === value);
}

/** Every kind is equally likely, and of its values each that enough and not too many targets have. */
function pickTrait(random: Random, fleet: readonly CauseFacts[]): Trait | null {
  const counts = new Map<string, { trait: Trait; count: number }>();
  for (const trait of fleet.flatMap(({ traits }) => traits)) {
    const name = `${trait.kind} ${trait.value}`;
    counts.set(name, { trait, count: (counts.get(name)?.count ?? 0) + 1 });
  }
  const possible = [...counts.values()].filter(
    ({ count }) => count >= BAD_MIN && count <= fleet.length * SHARE_MAX,
  );
  const kinds = [...new Set(possible.map(({ trait }) => trait.kind))];
  const kind = kinds[Math.floor(random.uniform() * kinds.length)];
  const ofKind = possible.filter(({ trait }) => trait.kind === kind);
  return ofKind[Math.floor(random.uniform() * ofKind.length)]?.trait ?? null;
}

/** The most common errors first. */
function pickError(random: Random): string {
  return ERRORS[Math.floor(random.uniform() ** 2 * ERRORS.length)] ?? "TIMEOUT";
}

function split(
  fleet: readonly CauseFacts[],
  { isBad, errorOf }: { isBad(target: CauseFacts): boolean; errorOf(): string },
): Pick<History, "bad" | "healthy"> {
  const bad: CauseFacts[] = [];
  const healthy: CauseFacts[] = [];
  for (const target of fleet) {
    if (!isBad(target)) healthy.push(target);
    else bad.push({ ...target, traits: [...target.traits, { kind: "error", value: errorOf() }] });
  }
  return { bad, healthy };
}
