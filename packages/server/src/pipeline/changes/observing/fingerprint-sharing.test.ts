import fc from "fast-check";
import { expect, test } from "vitest";
import { type FieldMemory, firstMemory } from "./field-memory.ts";
import { createFingerprintSharing } from "./fingerprint-sharing.ts";
import type { TargetFingerprint } from "./target-fingerprint.ts";

const memory: fc.Arbitrary<FieldMemory> = fc.record({
  values: fc.array(fc.constantFrom("1.1", "2", "none"), { maxLength: 2 }),
  former: fc.array(fc.constantFrom("1.1", "2"), { maxLength: 1 }),
  returns: fc.nat({ max: 1 }),
  changedAtMs: fc.constantFrom(null, 1, 2),
});
const fields = fc.dictionary(fc.constantFrom("body", "issuer", "redirects"), memory);
const fingerprints: fc.Arbitrary<TargetFingerprint> = fc.record({
  locations: fc.dictionary(fc.constantFrom("berlin", "tokyo"), fields),
  ignored: fc.constantFrom({}, { body: 1 }),
  counted: fc.constantFrom({ day: "", changes: {} }, { day: "2026-11-27", changes: { body: 1 } }),
});

test("a fingerprint that shares its parts equals the given one, however many are known", () => {
  const share = createFingerprintSharing();
  fc.assert(fc.property(fingerprints, (each) => void expect(share(each)).toEqual(each)));
  for (let nr = 0; nr < 5_000; nr += 1) {
    const each = { ...share(given("1.1")), locations: { berlin: { body: firstMemory([`${nr} bytes`]) } } };
    expect(share(each)).toEqual(each);
  }
});

test("targets with the same values have the same objects in memory", () => {
  const share = createFingerprintSharing();
  const [one, other, different] = [share(given("1.1")), share(given("1.1")), share(given("2"))];
  expect(one.locations.berlin?.http_version).toBe(other.locations.berlin?.http_version);
  expect(one.locations.berlin?.http_version).not.toBe(different.locations.berlin?.http_version);
});

function given(version: string): TargetFingerprint {
  return {
    locations: { berlin: { http_version: firstMemory([version]) } },
    ignored: {},
    counted: { day: "", changes: {} },
  };
}
