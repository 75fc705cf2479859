import { readFile, stat } from "node:fs/promises";
import { SCRIPT_LENGTH_MAX } from "@vedette/contract/journeys/journey-limits.ts";
import { UsageError } from "./exit-codes.ts";

/** Reads a recorded script. A character may have up to four bytes. */
export async function readRecordedFile(path: string): Promise<string> {
  try {
    const { size } = await stat(path);
    if (size <= SCRIPT_LENGTH_MAX * 4) return await readFile(path, "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    throw new UsageError(`${path} cannot be read (${code}).`);
  }
  throw new UsageError(`${path} is longer than the limit of ${SCRIPT_LENGTH_MAX} characters for scripts.`);
}
