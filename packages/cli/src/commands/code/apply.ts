import type { CodePlan } from "@vedette/contract/code/code-plan.ts";
import { applyPlan } from "../../code/apply-plan.ts";
import { CodeClient } from "../../code/code-client.ts";
import { makePlan } from "../../code/make-plan.ts";
import { hasChanges, planText } from "../../code/plan-text.ts";
import { missingText, readCredentials, readProject } from "../../code/project-files.ts";
import { defineCommand } from "../../command-line/command.ts";
import type { CommandContext } from "../../command-line/command-context.ts";
import { printable } from "../../command-line/printable.ts";
import { EXIT, UsageError } from "../../exit-codes.ts";
import { PATHS, PLAN_OPTIONS, planOptions } from "./options.ts";

export const applyProject = defineCommand({
  words: "code apply",
  summary: "Plans the files and applies the plan, all of it or nothing",
  arguments: PATHS,
  options: {
    yes: { type: "boolean", short: "y", summary: "Apply without a question, as pipelines must" },
    wait: { type: "number", value: "seconds", summary: "Wait while another apply of the project runs" },
    ...PLAN_OPTIONS,
  },
  async run({ arguments: { paths = [] }, options }, context) {
    if (!options.yes && context.ask === null) throw new UsageError(NO_ANSWER);
    const project = await readProject(paths, context);
    if (!project) return EXIT.down;
    const credentials = await readCredentials(project, options["env-file"], context);
    if (credentials.missing.length > 0) {
      throw new UsageError(
        `Nothing was applied: these credentials have no value. Set them, or write {keep: true}.\n${missingText(credentials)}`,
      );
    }
    const client = new CodeClient(context.settings());
    const request = { project, credentials: credentials.values, options: planOptions(options) };
    const plan = await makePlan(client, request, context);
    if (plan.errors.length > 0) return EXIT.down;
    const text = () => planText(plan, context);
    // The result is what is printed as JSON; the plan is for people.
    context.complain(text());
    if (!hasChanges(plan.summary) && context.format === "table") return EXIT.ok;
    if (!options.yes && !(await confirm(plan, context))) return EXIT.down;
    const waitSeconds = options.wait ?? 0;
    return applyPlan(client, { plan, credentials: credentials.values, waitSeconds }, context);
  },
});

const NO_ANSWER = "Applying asks for confirmation, and there is no terminal: pass --yes.";

async function confirm({ actions }: CodePlan, context: CommandContext): Promise<boolean> {
  const deleted = actions.filter(({ action }) => action === "delete" || action === "replace");
  if (deleted.length > 0) {
    const lines = deleted.map(({ kind, key }) => `  ${kind} ${key}`).join("\n");
    context.complain(printable(`These are deleted:\n${lines}`));
  }
  const question = "Apply this plan? Only 'yes' is accepted: ";
  if ((await context.ask?.(question, { isHidden: false })) === "yes") return true;
  context.complain("Nothing was applied.");
  return false;
}
