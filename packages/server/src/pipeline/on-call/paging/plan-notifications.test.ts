import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { planNotifications, type UsableMethod } from "./plan-notifications.ts";

const EMAIL: UsableMethod = { id: "e", type: "email" };
const PUSH: UsableMethod = { id: "p", type: "push" };
const CALL: UsableMethod = { id: "c", type: "call" };
const ALL = [EMAIL, PUSH, CALL];
const shortOf = (rules: Parameters<typeof planNotifications>[0]["rules"], methods = ALL) =>
  planNotifications({ rules, methods, severity: "critical" }).map(
    ({ method, afterSeconds }) => `${method.id}${afterSeconds}`,
  );

describe("the notifications of a page", () => {
  test("follow the rules of its severity, in order of time", () => {
    const rules = [
      { method_id: "c", severity: "critical" as const, after_seconds: 180 },
      { method_id: "p", severity: "any" as const, after_seconds: 0 },
      { method_id: "e", severity: "warning" as const, after_seconds: 0 },
    ];
    expect(shortOf(rules)).toEqual(["p0", "c180"]);
  });

  test.each([
    ["without rules", [], ALL, ["e0", "p0"]],
    [
      "without a rule for the severity",
      [{ method_id: "c", severity: "warning" as const, after_seconds: 0 }],
      ALL,
      ["e0", "p0"],
    ],
    [
      "if the methods of all rules are gone",
      [{ method_id: "x", severity: "any" as const, after_seconds: 60 }],
      ALL,
      ["e0", "p0"],
    ],
    ["if email bounces", [], [PUSH, CALL], ["p0", "c0"]],
  ])("are the default %s", (_, rules, methods, expected) => {
    expect(shortOf(rules, methods)).toEqual(expected);
  });

  test("reach every person who has a usable method, use no other method, and repeat nothing", () => {
    const method = fc.record({
      id: fc.constantFrom("a", "b", "c", "d"),
      type: fc.constantFrom("email", "sms", "call", "push"),
    }) as fc.Arbitrary<UsableMethod>;
    const rule = fc.record({
      method_id: fc.constantFrom("a", "b", "c", "d", "gone"),
      severity: fc.constantFrom("any", "critical", "warning"),
      after_seconds: fc.constantFrom(0, 60, 86_400),
    }) as fc.Arbitrary<{ method_id: string; severity: "any"; after_seconds: number }>;
    fc.assert(
      fc.property(
        fc.uniqueArray(method, { selector: ({ id }) => id }),
        fc.array(rule, { maxLength: 20 }),
        fc.constantFrom("critical" as const, "warning" as const),
        (methods, rules, severity) => {
          const planned = planNotifications({ rules, methods, severity });
          expect(planned.length > 0).toBe(methods.length > 0);
          for (const each of planned) expect(methods).toContain(each.method);
          const keys = planned.map((each) => `${each.method.id} ${each.afterSeconds}`);
          expect(new Set(keys).size).toBe(keys.length);
          const times = planned.map(({ afterSeconds }) => afterSeconds);
          expect(times).toEqual(times.toSorted((a, b) => a - b));
        },
      ),
    );
  });
});
