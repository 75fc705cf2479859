import type { Terminal } from "./command.ts";
import { readDocument } from "./document-file.ts";
import { UsageError } from "./exit-codes.ts";

/** Reads the fields of a target from a JSON file; `-` is standard input. */
export async function readFields(
  file: string,
  { terminal, noun }: { terminal: Terminal; noun: "monitor" | "heartbeat" },
): Promise<Record<string, unknown>> {
  const fields = parseJson(Buffer.from(await readDocument(file, terminal)).toString("utf8"));
  if (fields !== null) return fields;
  throw new UsageError(`${file} is not a JSON object with the fields of a ${noun}.`);
}

function parseJson(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
