import type { CodePlanRequestInput } from "@vedette/contract/code/code-plan.ts";
import type { ArgumentSpecs, CommandInput, OptionSpecs } from "../../command-line/command.ts";

/** Arguments and options that commands for files of monitoring as code share. */

export const PATHS = {
  paths: {
    summary: "Files and folders (default: those of the working folder)",
    isOptional: true,
    isList: true,
  },
} as const satisfies ArgumentSpecs;

export const PLAN_OPTIONS = {
  prune: { type: "boolean", summary: "Delete what is no longer in the files (the default)" },
  "no-prune": { type: "boolean", summary: "Keep what is no longer in the files" },
  release: { type: "boolean", summary: "Let what is no longer in the files leave the project, and keep it" },
  "allow-delete": { type: "number", value: "n", summary: "Accept up to N deletions" },
  "allow-replace": { type: "boolean", summary: "Delete and create again what has another type" },
  "allow-empty": { type: "boolean", summary: "Accept files without resources: everything is deleted" },
  "adopt-by-name": { type: "boolean", summary: "Take over what has the same name and no project" },
  "no-effects": { type: "boolean", summary: "Do not compute what changed rules would have done" },
  "env-file": { type: "string", value: "file", summary: "Variables for credentials, such as .env" },
} as const satisfies OptionSpecs;

type PlanInput = CommandInput<typeof PATHS, typeof PLAN_OPTIONS>["options"];

/** Returns the options of the plan request. */
export function planOptions(options: PlanInput): NonNullable<CodePlanRequestInput["options"]> {
  const allowDelete = options["allow-delete"];
  return {
    prune: options["no-prune"] ? "keep" : options.release ? "release" : "delete",
    ...(allowDelete !== undefined && { allow_delete: allowDelete }),
    allow_empty: options["allow-empty"],
    allow_replace: options["allow-replace"],
    adopt_by_name: options["adopt-by-name"],
    effects: !options["no-effects"],
  };
}
