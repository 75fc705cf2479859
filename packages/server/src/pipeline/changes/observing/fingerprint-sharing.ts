import type { FieldMemory } from "./field-memory.ts";
import { NOTHING_KNOWN, type TargetFingerprint } from "./target-fingerprint.ts";

/**
 * Maximum number of field memories that are shared. Above it all are forgotten, which only costs memory: the common ones
 * are shared again from the next target on.
 */
const SHARED_MAX = 2_000;

/**
 * Returns a function that replaces equal parts of fingerprints by the same objects. Most targets have the same HTTP version,
 * issuer or redirects, and a fingerprint of its own takes 1.3 kB. Fingerprints are never modified, so they can share parts.
 */
export function createFingerprintSharing(): (fingerprint: TargetFingerprint) => TargetFingerprint {
  const shared = new Map<string, FieldMemory>();
  const share = (memory: FieldMemory): FieldMemory => {
    const key = JSON.stringify([memory.values, memory.former, memory.returns, memory.changedAtMs]);
    const known = shared.get(key);
    if (known !== undefined) return known;
    if (shared.size >= SHARED_MAX) shared.clear();
    const { values, former, returns, changedAtMs } = memory;
    const kept: FieldMemory = {
      ...{ values, returns, changedAtMs },
      former: former.length === 0 ? NO_VALUES : former,
    };
    shared.set(key, kept);
    return kept;
  };
  return ({ locations, ignored, counted }) => ({
    locations: Object.fromEntries(
      Object.entries(locations).map(([location, fields]) => [
        location,
        Object.fromEntries(Object.entries(fields).map(([field, memory]) => [field, share(memory)])),
      ]),
    ),
    ignored: Object.keys(ignored).length === 0 ? NOTHING_KNOWN.ignored : ignored,
    counted: counted.day === "" ? NOTHING_KNOWN.counted : counted,
  });
}

const NO_VALUES: readonly string[] = [];
