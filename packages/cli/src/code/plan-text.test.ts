import type { CodePlan, CodePlanAction } from "@vedette/contract/code/code-plan.ts";
import { expect, test } from "vitest";
import { planText } from "./plan-text.ts";

const NONE = { create: 0, update: 0, replace: 0, delete: 0, release: 0, adopt: 0, move: 0, unchanged: 0 };

function planOf(actions: CodePlanAction[], summary: Partial<CodePlan["summary"]>): CodePlan {
  return {
    ...{ plan_id: "1", project: "shop", revision: 1, expires_at: "2026-01-01T00:00:00.000Z" },
    ...{ actions, warnings: [], errors: [], summary: { ...NONE, ...summary } },
  };
}

const action = (values: Partial<CodePlanAction>): CodePlanAction => ({
  ...{ kind: "monitor", key: "home", id: "7", action: "update", changes: [], drift: [], effect: null },
  ...values,
});

test("shows changes, drift with its author, effects and a summary", () => {
  const update = action({
    changes: [{ path: ["interval"], before: 300, after: 30 }],
    drift: [
      {
        ...{ path: ["interval"], applied: 30, live: 300, changed_by: "Ada", audit_id: "1" },
        changed_at: "2026-11-25T17:02:11.000Z",
      },
    ],
    effect: "would have opened 14 alerts, before: 2",
  });
  const create = action({
    action: "create",
    id: null,
    changes: [{ path: ["url"], before: null, after: "x" }],
  });
  const text = planText(
    planOf([update, create, action({ action: "replace" })], { update: 1, create: 1, replace: 1 }),
  );
  expect(text).toBe(`  ~ monitor home is changed  (7)
        interval: 300 -> 30
        drift: interval 30 -> 300 by Ada, 2026-11-25T17:02:11.000Z
        effect: would have opened 14 alerts, before: 2

  + monitor home is created
        url: "x"

-/+ monitor home is deleted and created again  (7)

Plan for 'shop': 1 to create, 1 to change, 1 to replace, 0 unchanged.`);
});

test("has colors only if they are shown, and no control characters of the server", () => {
  const plan = planOf(
    [action({ key: "\u001b[2J", changes: [{ path: ["name"], before: "\u202e", after: "\u001b[2J" }] })],
    { update: 1 },
  );
  const plain = planText(plan);
  expect([plain.includes("\u001b"), plain.includes("\u202e")]).toEqual([false, false]);
  expect(planText(plan, { hasColors: true })).toContain("\u001b[33m  ~\u001b[0m");
});

test("says that nothing would change", () => {
  expect(planText(planOf([], { unchanged: 3 }))).toBe(
    "No changes. 3 resources of 'shop' are as in the files.",
  );
});
