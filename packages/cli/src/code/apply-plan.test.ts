import type { CodePlan } from "@vedette/contract/code/code-plan.ts";
import type { CodeApplied } from "@vedette/contract/code/code-projects.ts";
import { expect, test } from "vitest";
import type { CommandContext } from "../command-line/command-context.ts";
import { RefusedError } from "../exit-codes.ts";
import { applyPlan } from "./apply-plan.ts";

const summary = { create: 1, update: 0, replace: 0, delete: 0, release: 0, adopt: 0, move: 0, unchanged: 0 };
const plan = { plan_id: "1", project: "shop" } as CodePlan;

/** Each error is the answer of one request; then the plan is applied. */
async function apply(errors: RefusedError[], waitSeconds: number) {
  let requests = 0;
  const printed: string[] = [];
  const context = {
    write: async (_data: unknown, text: () => string) => void printed.push(text()),
  } as unknown as CommandContext;
  const client = {
    async apply(): Promise<CodeApplied> {
      const error = errors[requests++];
      if (error) throw error;
      return { revision: 7, summary, resources: [] };
    },
  };
  const code = applyPlan(client, { plan, credentials: {}, waitSeconds }, context);
  return { code: await code.catch((error: unknown) => error), requests, printed };
}

const running = new RefusedError("Another apply is in progress.", "APPLY_RUNNING");

test("waits while another apply of the project runs, as long as --wait says", async () => {
  expect(await apply([running], 5)).toEqual({
    code: 0,
    requests: 2,
    printed: ["Applied 'shop', revision 7: 1 created."],
  });
  expect(await apply([running], 0)).toMatchObject({ code: running, requests: 1 });
});

test("does not repeat a stale plan", async () => {
  const stale = new RefusedError("The project was changed.", "PLAN_STALE");
  expect(await apply([stale], 5)).toMatchObject({ code: stale, requests: 1 });
});
