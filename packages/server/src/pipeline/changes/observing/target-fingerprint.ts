import type { ChangeField } from "@vedette/contract/changes/change-fields.ts";
import type { CheckOutcome } from "@vedette/contract/checks/check-run.ts";
import type { ObservedChange } from "../../results/recording/changes-port.ts";
import { type FieldMemory, firstMemory, isKnown, observe } from "./field-memory.ts";
import { everySeen, type SeenValues, sameValue } from "./seen-values.ts";

/** What is known of a target at all of its locations, as it is stored. Pure functions only. */
export type TargetFingerprint = {
  /** By location: name servers and content delivery networks answer each of them differently. */
  locations: Readonly<Record<string, Partial<Record<ChangeField, FieldMemory>>>>;
  /** Fields that change all the time, and until when they are ignored, epoch milliseconds. */
  ignored: Partial<Record<ChangeField, number>>;
  /** The changes of a day (UTC, YYYY-MM-DD) by field. */
  counted: { day: string; changes: Partial<Record<ChangeField, number>> };
};

export const NOTHING_KNOWN: TargetFingerprint = {
  locations: {},
  ignored: {},
  counted: { day: "", changes: {} },
};

/** With so many changes in a day, a field of a target changes all the time: it is ignored for a while. */
export const CHANGES_PER_DAY_MAX = 10;
const IGNORED_MS = 7 * 86_400_000;

type Sighting = { location: string; seen: readonly SeenValues[]; atMs: number };

/**
 * Whether a check saw only what is known, as nearly all do: `withSighting` returns the same fingerprint for it. It takes a
 * fifth of the time. False if a field is ignored, whose time may be over.
 */
export function hasOnlyKnown(
  { locations, ignored }: TargetFingerprint,
  { location, outcome }: { location: string; outcome: CheckOutcome },
): boolean {
  const fields = locations[location];
  if (fields === undefined) return false;
  return everySeen(outcome, (field, values) => {
    const memory = fields[field];
    return memory !== undefined && ignored[field] === undefined && isKnown(memory, values);
  });
}

/** Returns the fingerprint after one more check, the same object if nothing changed, and what changed. */
export function withSighting(
  before: TargetFingerprint,
  { location, seen, atMs }: Sighting,
): { after: TargetFingerprint; changes: ObservedChange[] } {
  let after = before;
  const changes: ObservedChange[] = [];
  for (const { field, values } of seen) {
    const ignoredUntilMs = before.ignored[field];
    if (ignoredUntilMs !== undefined) {
      if (atMs < ignoredUntilMs) continue;
      after = withoutField(after, field);
    }
    const memory = after.locations[location]?.[field];
    if (memory === undefined) {
      after = withMemory(after, { location, field, memory: firstMemory(values) });
      continue;
    }
    const next = observe(memory, values, atMs);
    if (next.memory === memory) continue;
    after = withMemory(after, { location, field, memory: next.memory });
    if (next.change === null) continue;
    if (isKnownElsewhere(before, { location, field, values })) {
      changes.push({ ...next.change, field, atMs, location, isRepeat: true, isLast: false });
      continue;
    }
    const counted = withChange(after, field, atMs);
    after = counted.after;
    changes.push({ ...next.change, field, atMs, location, isRepeat: false, isLast: counted.isLast });
  }
  return { after, changes };
}

/** Locations see a change one after the other, and the servers of one name in different orders. */
function isKnownElsewhere(
  { locations }: TargetFingerprint,
  { location, field, values }: { location: string; field: ChangeField; values: readonly string[] },
): boolean {
  return Object.entries(locations).some(([other, fields]) => {
    const known = fields[field]?.values ?? [];
    return other !== location && values.every((value) => known.includes(sameValue(value, known)));
  });
}

function withMemory(
  fingerprint: TargetFingerprint,
  { location, field, memory }: { location: string; field: ChangeField; memory: FieldMemory },
): TargetFingerprint {
  const fields = { ...fingerprint.locations[location], [field]: memory };
  return { ...fingerprint, locations: { ...fingerprint.locations, [location]: fields } };
}

/** The field is tried again, with what is seen next. */
function withoutField(fingerprint: TargetFingerprint, field: ChangeField): TargetFingerprint {
  const locations = Object.entries(fingerprint.locations).map(([location, fields]) => {
    const { [field]: _, ...others } = fields;
    return [location, others];
  });
  const { [field]: _, ...ignored } = fingerprint.ignored;
  return { ...fingerprint, locations: Object.fromEntries(locations), ignored };
}

function withChange(
  fingerprint: TargetFingerprint,
  field: ChangeField,
  atMs: number,
): { after: TargetFingerprint; isLast: boolean } {
  const day = new Date(atMs).toISOString().slice(0, 10);
  const changes = fingerprint.counted.day === day ? fingerprint.counted.changes : {};
  const count = (changes[field] ?? 0) + 1;
  const isLast = count >= CHANGES_PER_DAY_MAX;
  const ignored = isLast ? { ...fingerprint.ignored, [field]: atMs + IGNORED_MS } : fingerprint.ignored;
  return {
    after: { ...fingerprint, ignored, counted: { day, changes: { ...changes, [field]: count } } },
    isLast,
  };
}
