import { codeMonitorSchema } from "@vedette/contract/code/code-targets.ts";
import { nearestName } from "@vedette/contract/common/nearest-name.ts";
import type { z } from "zod";

/** Reads the fields of a monitor from texts, as labels and annotations have them. */

const SHAPE: Readonly<Record<string, z.ZodType>> = codeMonitorSchema.shape;

export type FieldResult = { value: unknown; error: null } | { value: null; error: string };

/**
 * Returns the value of a field from its text: the text itself if the field takes it, else the text as JSON, else the
 * words between its commas.
 */
export function readField(name: string, text: string): FieldResult {
  const schema = Object.hasOwn(SHAPE, name) ? SHAPE[name] : undefined;
  if (schema === undefined) {
    const nearest = nearestName(name, Object.keys(SHAPE));
    return failed(`'${name}' is not a field of monitors${nearest ? `; did you mean '${nearest}'?` : ""}`);
  }
  const candidates = [text, fromJson(text), text.split(",").map((word) => word.trim())];
  const value = candidates.find(
    (candidate) => candidate !== undefined && schema.safeParse(candidate).success,
  );
  if (value !== undefined) return { value, error: null };
  const issue = schema.safeParse(fromJson(text) ?? text).error?.issues[0];
  return failed(`'${name}' has an invalid value: ${issue?.message ?? "see the reference"}`);
}

function failed(error: string): FieldResult {
  return { value: null, error };
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Replaces `${name}` by its value; an unknown name stays, so that the server reports it. */
export function fillIn(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\$\{([a-z_]+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? whole) : whole,
  );
}
