import { CAUSE_KINDS, type CauseKind } from "@vedette/contract/incidents/incident-limits.ts";

/**
 * Finds what targets that turned bad together have in common and healthy ones lack (ADR 0088). Pure: the same facts in
 * any order give the same answer.
 */

export type Trait = { kind: CauseKind; value: string };

/** What is known of a target. `traits` of a healthy one have neither an error nor a phase. */
export type CauseFacts = { id: string; traits: readonly Trait[] };

export type CommonCause = Trait & {
  /** Coverage of the bad targets × rareness among the healthy ones, 0 to 1. */
  score: number;
  /** The bad targets with the trait. */
  affectedIds: readonly string[];
  /** All targets with the trait, bad or healthy. */
  memberIds: readonly string[];
  bad: number;
  /** Healthy targets with the trait, and all of them. */
  healthy: { with: number; total: number };
};

/** With fewer targets, what some have in common is mostly chance. */
export const TARGETS_MIN = 15;
export const BAD_MIN = 3;
/** Bad targets that may have another cause. */
export const COVERAGE_MIN = 0.6;
export const SCORE_MIN = 0.6;
/**
 * The largest probability that so many of the bad targets have the trait by chance. About a hundred traits are tried; the
 * bench `common-cause` measures what is found and what is named in error.
 */
const CHANCE_MAX = 0.0025;

/** The same error of so many targets is no coincidence. A few that time out together mostly are one. */
const SAME_ERROR_MIN = 6;
/** No healthy target has an error, so one that is shared explains less than anything else that is. */
const WEIGHTS: Partial<Record<CauseKind, number>> = { error: 0.6, phase: 0.6 };

export function findCommonCause({
  bad,
  healthy,
}: {
  bad: readonly CauseFacts[];
  healthy: readonly CauseFacts[];
}): CommonCause | null {
  if (bad.length < BAD_MIN || bad.length + healthy.length < TARGETS_MIN) return null;
  const healthyIds = idsByTrait(healthy);
  const causes = [...idsByTrait(bad)].flatMap(([name, { trait, ids }]): CommonCause[] => {
    const others = healthyIds.get(name)?.ids ?? [];
    const coverage = ids.length / bad.length;
    if (ids.length < BAD_MIN || coverage < COVERAGE_MIN) return [];
    const rareness = healthy.length === 0 ? 0 : 1 - others.length / healthy.length;
    const score = coverage * rareness * (WEIGHTS[trait.kind] ?? 1);
    if (score < SCORE_MIN || isChance(trait, { ids, others, bad, healthy })) return [];
    return [
      {
        ...trait,
        score,
        affectedIds: ids,
        memberIds: [...ids, ...others],
        bad: bad.length,
        healthy: { with: others.length, total: healthy.length },
      },
    ];
  });
  return causes.sort(byScore)[0] ?? null;
}

function byScore(a: CommonCause, b: CommonCause): number {
  if (Math.abs(a.score - b.score) > 1e-9) return b.score - a.score;
  return CAUSE_KINDS.indexOf(a.kind) - CAUSE_KINDS.indexOf(b.kind) || (a.value < b.value ? -1 : 1);
}

type Counted = {
  ids: readonly string[];
  others: readonly string[];
  bad: readonly CauseFacts[];
  healthy: readonly CauseFacts[];
};

/** Only targets that fail have an error: how rare it is among the others says nothing. */
function isChance({ kind }: Trait, { ids, others, bad, healthy }: Counted): boolean {
  if (kind === "error" || kind === "phase") return ids.length < SAME_ERROR_MIN;
  const total = bad.length + healthy.length;
  return (
    chanceOf({ total, marked: ids.length + others.length, drawn: bad.length, found: ids.length }) > CHANCE_MAX
  );
}

type Draw = { total: number; marked: number; drawn: number; found: number };

/** The probability of at least `found` marked targets among `drawn` of all: the hypergeometric distribution. */
export function chanceOf({ total, marked, drawn, found }: Draw): number {
  let sum = 0;
  for (let count = found; count <= Math.min(drawn, marked); count++) {
    const log = logChoose(marked, count) + logChoose(total - marked, drawn - count) - logChoose(total, drawn);
    sum += Math.exp(log);
  }
  return Math.min(1, sum);
}

function logChoose(from: number, count: number): number {
  if (count < 0 || count > from) return Number.NEGATIVE_INFINITY;
  let log = 0;
  for (let nr = 1; nr <= Math.min(count, from - count); nr++)
    log += Math.log((from - Math.min(count, from - count) + nr) / nr);
  return log;
}

function idsByTrait(targets: readonly CauseFacts[]): Map<string, { trait: Trait; ids: string[] }> {
  const found = new Map<string, { trait: Trait; ids: string[] }>();
  for (const { id, traits } of targets.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    for (const trait of new Map(traits.map((each) => [nameOf(each), each])).values()) {
      const entry = found.get(nameOf(trait)) ?? { trait, ids: [] };
      entry.ids.push(id);
      found.set(nameOf(trait), entry);
    }
  }
  return found;
}

function nameOf({ kind, value }: Trait): string {
  return `${kind} ${value}`;
}
