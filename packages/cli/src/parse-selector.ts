import { UsageError } from "./exit-codes.ts";

/** Reads the option `--selector`. The server validates its fields. */
export function parseSelector(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new UsageError(`--selector is not a JSON object such as {"tags":{"any":["shop"]}}.`);
}
