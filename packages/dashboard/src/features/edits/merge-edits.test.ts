import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isSameValue, mergeEdits } from "./merge-edits.ts";

const value = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.integer({ min: 0, max: 3 }),
  fc.constantFrom("a", "b"),
);
const list = fc.array(value, { maxLength: 3 });
const body = fc.record({
  name: value,
  tags: list,
  retry: fc.record({ interval: value, backoff: value }),
  headers: fc.dictionary(fc.constantFrom("x", "y"), value, { maxKeys: 2 }),
});
type Body = {
  name: unknown;
  tags: unknown;
  retry: { interval: unknown; backoff: unknown };
  headers: unknown;
};
const sides = fc.record({ base: body, mine: body, theirs: body });

/** The fields that are merged on their own. */
const leavesOf = ({ name, tags, retry }: Body) => ({
  name,
  tags,
  ...{ "retry.interval": retry.interval, "retry.backoff": retry.backoff },
});

describe("a merge of two edits", () => {
  test("keeps each of my changes, and each of theirs in the fields that I did not touch", () => {
    fc.assert(
      fc.property(sides, ({ base, mine, theirs }) => {
        const merged = leavesOf(mergeEdits({ base, mine, theirs }).merged);
        const [start, own, other] = [leavesOf(base), leavesOf(mine), leavesOf(theirs)];
        for (const name of Object.keys(start) as (keyof typeof start)[]) {
          const expected = isSameValue(own[name], start[name]) ? other[name] : own[name];
          expect(merged[name]).toEqual(expected);
        }
      }),
    );
  });

  test("is the other edit if only one side changed something", () => {
    fc.assert(
      fc.property(body, body, (base, changed) => {
        expect(mergeEdits({ base, mine: base, theirs: changed }).merged).toEqual(changed);
        expect(mergeEdits({ base, mine: changed, theirs: base }).merged).toEqual(changed);
      }),
    );
  });

  test("lists exactly the fields in which the two sides differ, with who changed them", () => {
    fc.assert(
      fc.property(sides, ({ base, mine, theirs }) => {
        const { merged, fields } = mergeEdits({ base, mine, theirs });
        expect(fields.length === 0).toBe(isSameValue(mine, theirs));
        expect(isSameValue(merged, mine)).toBe(fields.every(({ changedBy }) => changedBy !== "them"));
        expect(isSameValue(merged, theirs)).toBe(fields.every(({ changedBy }) => changedBy === "them"));
      }),
    );
  });

  test("does not mix the keys of two different objects", () => {
    const base = { auth: null };
    const mine = { auth: { type: "basic", username: "ada" } };
    const theirs = { auth: { type: "bearer", token: "t" } };
    const { merged, fields } = mergeEdits<{ auth: unknown }>({ base, mine, theirs });
    expect(merged).toEqual(mine);
    expect(fields).toEqual([{ path: "auth", mine: mine.auth, theirs: theirs.auth, changedBy: "both" }]);
  });

  test("keeps a field that only one side sends", () => {
    const base: { name: string; value?: string } = { name: "TOKEN" };
    const merged = mergeEdits({ base, mine: { name: "TOKEN", value: "new" }, theirs: { name: "KEY" } });
    expect(merged.merged).toEqual({ name: "KEY", value: "new" });
  });
});
