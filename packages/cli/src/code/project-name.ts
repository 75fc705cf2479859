import type { Terminal } from "../command-line/command-context.ts";
import { UsageError } from "../exit-codes.ts";
import { readProject } from "./project-files.ts";

/** Returns the project of the option, or that of the files in the working folder. */
export async function projectName(option: string | undefined, terminal: Terminal): Promise<string> {
  if (option !== undefined) return option;
  const project = await readProject([], terminal);
  if (project) return project.read.project;
  throw new UsageError("The files have faults: fix them, or name the project with --project.");
}
