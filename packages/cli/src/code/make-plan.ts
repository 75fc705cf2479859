import { faultText, placeFaults } from "@vedette/code-files/check-document.ts";
import type { CodePlan, CodePlanRequestInput } from "@vedette/contract/code/code-plan.ts";
import type { CommandContext } from "../command-line/command-context.ts";
import { printable } from "../command-line/printable.ts";
import type { CodeClient } from "./code-client.ts";
import type { ProjectFiles } from "./project-files.ts";

type PlanRequest = {
  project: ProjectFiles;
  credentials: Record<string, string>;
  options: NonNullable<CodePlanRequestInput["options"]>;
};

/** Asks the server for a plan, and prints its warnings and errors with their places in the files. */
export async function makePlan(
  client: CodeClient,
  { project, credentials, options }: PlanRequest,
  context: CommandContext,
): Promise<CodePlan> {
  const { loaded, read, sources } = project;
  const plan = await client.plan(read.project, {
    document: loaded.document,
    ...{ sources, credentials, options },
  });
  for (const warning of placeFaults(plan.warnings, loaded)) {
    context.complain(printable(`warning: ${faultText(warning)}`));
  }
  for (const error of placeFaults(plan.errors, loaded)) context.complain(printable(faultText(error)));
  return plan;
}
