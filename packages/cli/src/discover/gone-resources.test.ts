import fc from "fast-check";
import { expect, test } from "vitest";
import { type Seen, withGone } from "./gone-resources.ts";

const found = (...keys: string[]) =>
  keys.map((key) => ({ key, fields: { name: key }, origin: `container ${key}` }));

test("keeps what is gone until it has been gone for the whole time", () => {
  const first = withGone({}, { found: found("a", "b"), nowMs: 0, goneForMs: 600_000 });
  const second = withGone(first, { found: found("b"), nowMs: 599_999, goneForMs: 600_000 });
  expect(Object.keys(second).sort()).toEqual(["a", "b"]);
  const third = withGone(second, { found: found("b"), nowMs: 600_000, goneForMs: 600_000 });
  expect(Object.keys(third)).toEqual(["b"]);
});

test("always has everything that is there now, with its newest fields, and nothing that is gone for longer", () => {
  const keys = fc.uniqueArray(fc.constantFrom("a", "b", "c", "d"));
  fc.assert(
    fc.property(
      fc.array(fc.record({ keys, stepMs: fc.nat(1_000) }), { maxLength: 20 }),
      fc.nat(2_000),
      (passes, goneForMs) => {
        let seen: Seen = {};
        let nowMs = 0;
        const last = new Map<string, number>();
        for (const pass of passes) {
          nowMs += pass.stepMs;
          for (const key of pass.keys) last.set(key, nowMs);
          seen = withGone(seen, { found: found(...pass.keys), nowMs, goneForMs });
          const expected = [...last].filter(
            ([key, at]) => pass.keys.some((each) => each === key) || nowMs - at < goneForMs,
          );
          expect(Object.keys(seen).sort()).toEqual(expected.map(([key]) => key).sort());
        }
      },
    ),
  );
});
