import type { Terminal } from "./command-line/command-context.ts";
import { readDocument } from "./document-file.ts";
import { UsageError } from "./exit-codes.ts";

/** An alias in YAML may repeat a large part; this many are enough for a definition. */
const ALIASES_MAX = 100;

/** Reads the fields of a resource from a JSON or YAML file; `-` is standard input. */
export async function readFields(
  file: string,
  { terminal, noun }: { terminal: Terminal; noun: string },
): Promise<Record<string, unknown>> {
  const text = Buffer.from(await readDocument(file, terminal)).toString("utf8");
  const value = await parse(text, file);
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  throw new UsageError(`${file} is not an object with the fields of a ${noun} in JSON or YAML.`);
}

async function parse(text: string, file: string): Promise<unknown> {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  const { parse: parseYaml, YAMLError } = await import("yaml");
  try {
    return parseYaml(text, { maxAliasCount: ALIASES_MAX });
  } catch (error) {
    if (error instanceof YAMLError || error instanceof ReferenceError)
      throw new UsageError(`${file} is neither JSON nor YAML: ${error.message}`);
    throw error;
  }
}
