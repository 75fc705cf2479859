import type { CodePlan } from "@vedette/contract/code/code-plan.ts";
import type { CommandContext } from "../command-line/command-context.ts";
import { EXIT, RefusedError } from "../exit-codes.ts";
import type { CodeClient } from "./code-client.ts";
import { appliedText } from "./plan-text.ts";

/** Between requests while another apply of the project runs. */
const RETRY_MS = 1_000;

type ApplyRequest = { plan: CodePlan; credentials: Record<string, string>; waitSeconds: number };

/** Applies a plan, waits if another apply of the project runs, and prints what was done. */
export async function applyPlan(
  client: Pick<CodeClient, "apply">,
  { plan, credentials, waitSeconds }: ApplyRequest,
  context: CommandContext,
): Promise<number> {
  if (plan.plan_id === null) return EXIT.down;
  const body = { plan_id: plan.plan_id, credentials };
  const applied = await retryWhileRunning(() => client.apply(plan.project, body), waitSeconds);
  await context.write(applied, () => appliedText(plan.project, applied.revision, applied.summary));
  return EXIT.ok;
}

async function retryWhileRunning<T>(request: () => Promise<T>, waitSeconds: number): Promise<T> {
  const endsAt = performance.now() + waitSeconds * 1_000;
  for (;;) {
    try {
      return await request();
    } catch (error) {
      const isRunning = error instanceof RefusedError && error.code === "APPLY_RUNNING";
      if (!isRunning || performance.now() + RETRY_MS > endsAt) throw error;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}
