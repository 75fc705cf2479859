import { parseEnv } from "node:util";
import type { CommandContext } from "./command-line/command-context.ts";
import { readDocument } from "./document-file.ts";
import { UsageError } from "./exit-codes.ts";

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Reads the variables of a file with NAME=VALUE lines. */
export async function readEnvFile(file: string, context: CommandContext): Promise<Record<string, string>> {
  const text = Buffer.from(await readDocument(file, context)).toString("utf8");
  const variables: Record<string, string> = {};
  for (const [name, value] of Object.entries(parseEnv(text))) {
    if (!NAME.test(name)) throw new UsageError(`${file} has the variable '${name}', which is not a name.`);
    variables[name] = value ?? "";
  }
  return variables;
}
