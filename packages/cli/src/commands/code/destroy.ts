import { CODE_VERSION } from "@vedette/contract/code/code-document.ts";
import { applyPlan } from "../../code/apply-plan.ts";
import { CodeClient } from "../../code/code-client.ts";
import { planText } from "../../code/plan-text.ts";
import { projectName } from "../../code/project-name.ts";
import { defineCommand } from "../../command-line/command.ts";
import { printable } from "../../command-line/printable.ts";
import { EXIT, UsageError } from "../../exit-codes.ts";

export const destroyProject = defineCommand({
  words: "code destroy",
  summary: "Deletes everything that a project owns; deleted targets stay in the trash",
  options: {
    project: { type: "string", value: "name", summary: "Project (default: that of the files)" },
    confirm: { type: "string", value: "name", summary: "Name of the project, in place of the question" },
    release: { type: "boolean", summary: "Give up the project and keep what it owns" },
    wait: { type: "number", value: "seconds", summary: "Wait while another apply of the project runs" },
  },
  async run({ options }, context) {
    if (options.confirm === undefined && context.ask === null) {
      throw new UsageError("This deletes a project: pass its name as --confirm NAME.");
    }
    const project = await projectName(options.project, context);
    if (options.confirm !== undefined && options.confirm !== project) {
      throw new UsageError(`--confirm is '${options.confirm}', but the project is '${project}'.`);
    }
    const client = new CodeClient(context.settings());
    const { resources } = await client.getProject(project);
    const plan = await client.plan(project, {
      document: { version: CODE_VERSION, project },
      options: {
        prune: options.release ? "release" : "delete",
        allow_empty: true,
        allow_delete: resources.length,
      },
    });
    for (const { message } of plan.errors) context.complain(printable(message));
    if (plan.errors.length > 0) return EXIT.down;
    context.complain(planText(plan, context));
    if (options.confirm === undefined) {
      const question = `Type the name of the project, ${project}, to continue: `;
      const answer = await context.ask?.(question, { isHidden: false });
      if (answer !== project) {
        context.complain("Nothing was deleted.");
        return EXIT.down;
      }
    }
    return applyPlan(client, { plan, credentials: {}, waitSeconds: options.wait ?? 0 }, context);
  },
});
