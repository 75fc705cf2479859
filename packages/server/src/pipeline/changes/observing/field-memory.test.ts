import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ALTERNATES_WITHIN_MS, type FieldMemory, firstMemory, observe } from "./field-memory.ts";

const MINUTE_MS = 60_000;

/** What checks a minute apart saw, each as a word of values, and the changes among them. */
function changesOf(seen: readonly string[], stepMs = MINUTE_MS): string[] {
  let memory: FieldMemory | null = null;
  const changes: string[] = [];
  for (const [nr, word] of seen.entries()) {
    const values = word.split("+");
    if (memory === null) {
      memory = firstMemory(values);
      continue;
    }
    const next = observe(memory, values, nr * stepMs);
    memory = next.memory;
    if (next.change) changes.push(`${next.change.before} → ${next.change.after}`);
  }
  return changes;
}

describe("observe", () => {
  test.each([
    ["the same value", ["a", "a", "a"], []],
    ["another value", ["a", "b", "b"], ["a → b"]],
    ["a roll-back", ["a", "b", "a"], ["a → b", "b → a"]],
    ["two values that alternate", ["a", "b", "a", "b", "a", "b", "a"], ["a → b", "b → a"]],
    ["one more address", ["a+b", "a+b+c"], ["a, b → a, b, c"]],
    ["fewer addresses", ["a+b", "a", "b"], []],
    ["all addresses replaced", ["a+b", "c+d"], ["a, b → c, d"]],
    ["rotating parts of three addresses", ["a+b", "b+c", "c+a", "a+b"], ["a, b → a, b, c"]],
    ["a page of about the same size", ["5000 bytes", "5900 bytes", "9000 bytes"], []],
    ["a page of another size", ["5000 bytes", "20000 bytes"], ["5000 bytes → 20000 bytes"]],
    ["an empty page", ["500 bytes", "0 bytes"], ["500 bytes → 0 bytes"]],
  ])("%s", (_name, seen, changes) => {
    expect(changesOf(seen)).toEqual(changes);
  });

  test("a value that returns after a day is a change each time", () => {
    expect(changesOf(["a", "b", "a", "b", "a"], ALTERNATES_WITHIN_MS)).toHaveLength(4);
  });

  test("a value that was just seen is never a change, and each change is of something new", () => {
    const words = fc.array(fc.uniqueArray(fc.constantFrom("a", "b", "c", "d", "e"), { minLength: 1 }), {
      minLength: 1,
      maxLength: 40,
    });
    fc.assert(
      fc.property(words, (seen) => {
        let memory = firstMemory(seen[0] ?? []);
        for (const [nr, values] of seen.entries()) {
          const next = observe(memory, values, nr * MINUTE_MS);
          if (next.change) expect(values.every((value) => memory.values.includes(value))).toBe(false);
          memory = next.memory;
          expect(observe(memory, values, nr * MINUTE_MS)).toEqual({ memory, change: null });
        }
      }),
    );
  });

  test("any number of servers that take turns end in silence", () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 8 }), (servers) => {
        const turns = Array.from({ length: servers * 10 }, (_, nr) => `s${nr % servers}`);
        const early = changesOf(turns.slice(0, servers * 3)).length;
        expect(changesOf(turns)).toHaveLength(early);
        expect(early).toBeLessThanOrEqual(servers + 1);
      }),
    );
  });
});
