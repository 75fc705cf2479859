import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { UsageError } from "./exit-codes.ts";

/** Reads the file of `--env-file`. `name` is how the user wrote it. */
export function readEnvFile(path: string, name: string): Record<string, string | undefined> {
  try {
    return parseEnv(readFileSync(path, "utf8"));
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    throw new UsageError(`--env-file ${name} cannot be read (${code}).`);
  }
}
