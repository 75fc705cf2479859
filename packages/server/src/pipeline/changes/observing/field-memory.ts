import { sameValue } from "./seen-values.ts";

/**
 * Decides whether what a check saw of a field is a change. Pure; the memory is stored, so that another process can
 * continue. Values that alternate (round robin, several servers behind one name) count as one.
 */
export type FieldMemory = {
  /** The current values. Any of them is no change. */
  values: readonly string[];
  /** Values of before, which returned or may return. */
  former: readonly string[];
  /** How often a former value returned. */
  returns: number;
  /** The last change; null before the first one. */
  changedAtMs: number | null;
};

type FieldChange = { before: string; after: string };

/** After so many returns the values alternate. A deployment that is rolled back and repeated returns once. */
const RETURNS_UNTIL_ALTERNATING = 2;
/** A value that returns later is a change like any other. */
export const ALTERNATES_WITHIN_MS = 6 * 3_600_000;
/** Values that are remembered; more are not the servers of one name. */
const VALUES_MAX = 32;

export function firstMemory(values: readonly string[]): FieldMemory {
  return { values, former: [], returns: 0, changedAtMs: null };
}

/** Whether these values are no change: `observe` returns the same memory for them. */
export function isKnown({ values: known }: FieldMemory, seen: string | readonly string[]): boolean {
  const isOne = (value: string) => known.includes(value) || known.includes(sameValue(value, known));
  return typeof seen === "string" ? isOne(seen) : seen.every(isOne);
}

/** Returns the memory after one more check, the same object if nothing changed, and the change, if it is one. */
export function observe(
  memory: FieldMemory,
  seen: readonly string[],
  atMs: number,
): { memory: FieldMemory; change: FieldChange | null } {
  const values = seen.map((value) => sameValue(value, memory.values));
  const added = values.filter((value) => !memory.values.includes(value));
  if (added.length === 0) return { memory, change: null };
  const change = { before: textOf(memory.values), after: textOf(values) };
  if (added.length < values.length) {
    const grown = newest([...memory.values, ...added]);
    return {
      memory: { ...memory, values: grown, changedAtMs: atMs },
      change: { ...change, after: textOf(grown) },
    };
  }
  const isRecent = memory.changedAtMs !== null && atMs - memory.changedAtMs < ALTERNATES_WITHIN_MS;
  const former = isRecent ? memory.former : [];
  const isReturn = values.some((value) => former.includes(value));
  const returns = (isRecent ? memory.returns : 0) + (isReturn ? 1 : 0);
  if (returns >= RETURNS_UNTIL_ALTERNATING) {
    const all = newest([...new Set([...former, ...memory.values, ...values])]);
    return { memory: { values: all, former: [], returns: 0, changedAtMs: atMs }, change: null };
  }
  const left = newest([...new Set([...former, ...memory.values])].filter((value) => !values.includes(value)));
  return { memory: { values, former: left, returns, changedAtMs: atMs }, change };
}

function newest(values: readonly string[]): string[] {
  return values.slice(-VALUES_MAX);
}

/** Values that are named in a change. */
const NAMED_MAX = 8;

function textOf(values: readonly string[]): string {
  const more = values.length - NAMED_MAX;
  return values.slice(0, NAMED_MAX).join(", ") + (more > 0 ? ` and ${more} more` : "");
}
