import type { ImportKind } from "@vedette/contract/imports/import-kinds.ts";
import type { CommandContext } from "../command-line/command-context.ts";
import { readEnvFile } from "../env-file.ts";
import type { FileToSend } from "./collect-files.ts";

/** How files of a tool refer to environment variables. */
const REFERENCES: Partial<Record<ImportKind, RegExp>> = {
  gatus: /\$\{?([A-Za-z_][A-Za-z0-9_]*)/g,
  checkly: /process\.env\.([A-Za-z_][A-Za-z0-9_]*)/g,
};

/**
 * Returns the values of the variables that the files refer to, and no others: of the environment, and of `--env-file`,
 * which takes precedence, because the environment is that of this machine.
 */
export async function findEnv(
  kind: ImportKind,
  {
    files,
    envFile,
    terminal,
  }: { files: readonly FileToSend[]; envFile: string | undefined; terminal: CommandContext },
): Promise<Record<string, string>> {
  const pattern = REFERENCES[kind];
  if (!pattern) return {};
  const ofFile = envFile === undefined ? {} : await readEnvFile(envFile, terminal);
  const names = new Set<string>();
  for (const { content } of files)
    for (const [, name = ""] of (await content.text()).matchAll(pattern)) names.add(name);
  return Object.fromEntries(
    [...names].flatMap((name) => {
      const value = ofFile[name] ?? terminal.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
