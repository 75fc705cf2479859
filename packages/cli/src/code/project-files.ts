import { checkDocument, faultText, sourcesOf } from "@vedette/code-files/check-document.ts";
import { listCredentials } from "@vedette/code-files/credential-paths.ts";
import { type LoadedDocument, loadDocument } from "@vedette/code-files/load-document.ts";
import { FileError, ProjectFolder } from "@vedette/code-files/project-folder.ts";
import { type ResolvedCredentials, resolveCredentials } from "@vedette/code-files/resolve-credentials.ts";
import type { ReadDocument } from "@vedette/contract/code/read-document.ts";
import type { CommandContext, Terminal } from "../command-line/command-context.ts";
import { printable } from "../command-line/printable.ts";
import { readEnvFile } from "../env-file.ts";
import { UsageError } from "../exit-codes.ts";
import { createEvaluator } from "./evaluate-files.ts";

/** The files of a project, valid as far as that can be known without the server. */
export type ProjectFiles = {
  loaded: LoadedDocument;
  read: ReadDocument;
  /** Where the resources are written, by JSON pointer. */
  sources: Record<string, string>;
};

/** Reads and validates the files of the working folder. With faults, prints all of them and returns null. */
export async function readProject(
  paths: readonly string[],
  terminal: Terminal,
): Promise<ProjectFiles | null> {
  const loaded = await loadFiles(paths, terminal);
  const { read, faults } = checkDocument(loaded);
  if (faults.length === 0) return { loaded, read, sources: sourcesOf(loaded) };
  for (const fault of faults) terminal.complain(printable(faultText(fault)));
  terminal.complain(faults.length === 1 ? "1 fault." : `${faults.length} faults.`);
  return null;
}

async function loadFiles(paths: readonly string[], terminal: Terminal): Promise<LoadedDocument> {
  const { folder: root, env } = terminal;
  try {
    const evaluate = createEvaluator({ env, print: (text) => terminal.complain(text) });
    const loaded = await loadDocument({ root, paths, evaluate });
    if (loaded.files.length > 0) return loaded;
  } catch (error) {
    if (error instanceof FileError) throw new UsageError(`${root} ${error.message}.`);
    throw error;
  }
  throw new UsageError(
    `${root} has no files of monitoring as code: create vedette.yaml, vedette.config.ts or *.vedette.yaml, or name the files.`,
  );
}

/** Reads the values of the credentials of a document. Variables of the environment take precedence over those of the file. */
export async function readCredentials(
  { loaded }: ProjectFiles,
  envFile: string | undefined,
  context: CommandContext,
): Promise<ResolvedCredentials> {
  const { folder, env } = context;
  const ofFile = envFile === undefined ? {} : await readEnvFile(envFile, context);
  return resolveCredentials(listCredentials(loaded.document), {
    folder: new ProjectFolder(folder),
    env: { ...ofFile, ...env },
  });
}

/** Formats the credentials without a value, one a line. */
export function missingText({ missing }: ResolvedCredentials): string {
  return missing.map(({ credential, reason }) => `  ${credential.path.join(".")}: ${reason}`).join("\n");
}
