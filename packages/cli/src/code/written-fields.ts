import type { CodePlanAction } from "@vedette/contract/code/code-plan.ts";
import type { ProjectFiles } from "./project-files.ts";

/** The fields of each resource that its files mention: defaults of the API are no news in a plan. */
export type WrittenFields = (action: Pick<CodePlanAction, "kind" | "key">) => ReadonlySet<string> | null;

export function writtenFields({ read }: ProjectFiles): WrittenFields {
  const fields = new Map(
    read.resources.map((resource) => [nameOf(resource), new Set(Object.keys(resource.fields))]),
  );
  return (action) => fields.get(nameOf(action)) ?? null;
}

function nameOf({ kind, key }: Pick<CodePlanAction, "kind" | "key">): string {
  return `${kind} ${key}`;
}
