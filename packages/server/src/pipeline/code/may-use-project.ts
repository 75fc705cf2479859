import { matchesPattern } from "@vedette/contract/code/project-patterns.ts";
import type { Actor } from "../../platform/kernel/actor.ts";
import { AppError } from "../../platform/kernel/errors.ts";

/** Whether the caller may plan and apply a project. Only keys of scope `code` are bound to projects. */
export function mayUseProject(actor: Actor, project: string): boolean {
  if (actor.kind !== "key" || actor.projects === null) return true;
  return actor.projects.some((pattern) => matchesPattern(pattern, project));
}

/** Throws if the caller may not use the project. Does not reveal whether the project exists. */
export function assertProject(actor: Actor, project: string): void {
  if (mayUseProject(actor, project)) return;
  const allowed = actor.kind === "key" ? (actor.projects ?? []).join(", ") : "";
  throw new AppError(
    "FORBIDDEN",
    `Your API key may not use the project '${project}'; it is for: ${allowed}. Use a key of scope 'code' for this project.`,
  );
}
