import { CodeClient } from "../../code/code-client.ts";
import { makePlan } from "../../code/make-plan.ts";
import { hasChanges, planText } from "../../code/plan-text.ts";
import { missingText, readCredentials, readProject } from "../../code/project-files.ts";
import { defineCommand } from "../../command-line/command.ts";
import type { CommandContext } from "../../command-line/command-context.ts";
import { printable } from "../../command-line/printable.ts";
import { EXIT, exitCodeOf } from "../../exit-codes.ts";
import { PATHS, PLAN_OPTIONS, planOptions } from "./options.ts";

/** With `--exit-code`, as Terraform's `-detailed-exitcode` has them. */
const CHANGES = 2;
const FAILED = 1;

export const planProject = defineCommand({
  words: "code plan",
  summary: "Prints what applying the files would change",
  arguments: PATHS,
  options: {
    "exit-code": { type: "boolean", summary: "Exit with 0 for no changes, 2 for changes, 1 for an error" },
    ...PLAN_OPTIONS,
  },
  async run({ arguments: { paths = [] }, options }, context) {
    const isDetailed = options["exit-code"];
    try {
      const outcome = await planFiles(paths, options, context);
      if (outcome === "failed") return FAILED;
      return outcome === "changes" && isDetailed ? CHANGES : EXIT.ok;
    } catch (error) {
      // 2 means changes here, so no error may end with it.
      if (!isDetailed || exitCodeOf(error) === null || !(error instanceof Error)) throw error;
      context.complain(printable(error.message));
      return FAILED;
    }
  },
});

type Options = Parameters<typeof planOptions>[0];

async function planFiles(
  paths: readonly string[],
  options: Options,
  context: CommandContext,
): Promise<"failed" | "changes" | "no changes"> {
  const project = await readProject(paths, context);
  if (!project) return "failed";
  const credentials = await readCredentials(project, options["env-file"], context);
  if (credentials.missing.length > 0) {
    context.complain(printable(`warning: these credentials have no value yet:\n${missingText(credentials)}`));
  }
  const client = new CodeClient(context.settings());
  const request = { project, credentials: credentials.values, options: planOptions(options) };
  const plan = await makePlan(client, request, context);
  if (plan.errors.length > 0 && context.format === "table") return "failed";
  await context.write(plan, () => planText(plan, context));
  if (plan.errors.length > 0) return "failed";
  return hasChanges(plan.summary) ? "changes" : "no changes";
}
