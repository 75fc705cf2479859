import type { ErrorDetail } from "@vedette/contract/errors.ts";
import { z } from "zod";
import { nearestName } from "../kernel/nearest-name.ts";

/** Entries in one answer. A body of a thousand wrong fields is not helped by a thousand entries. */
const DETAILS_MAX = 100;
/** Characters of a caller's own name that are repeated to it. */
const NAME_LENGTH_MAX = 100;

export type Parsed<T> = { value: T; faults: null } | { value: null; faults: ErrorDetail[] };

/** Parses `data`, or says everything that is wrong with it: one entry a field, in words for its author. */
export function parseFields<S extends z.ZodType>(schema: S, data: unknown): Parsed<z.output<S>> {
  const result = schema.safeParse(data, { error: wording });
  if (result.success) return { value: result.data, faults: null };
  const faults = result.error.issues.flatMap((issue) => details(schema, issue));
  return { value: null, faults: faults.slice(0, DETAILS_MAX) };
}

function details(schema: z.ZodType, issue: z.core.$ZodIssue): ErrorDetail[] {
  if (issue.code === "unrecognized_keys") {
    const known = Object.keys(shapeAt(schema, issue.path) ?? {});
    return issue.keys
      .slice(0, DETAILS_MAX)
      .map((key) => ({ path: dotted([...issue.path, key]), message: unknownField(key, known) }));
  }
  // What is wrong with a name is wrapped up; the path says which name it is.
  const { message } = issue.code === "invalid_key" ? (issue.issues[0] ?? issue) : issue;
  return [{ path: dotted(issue.path), message }];
}

function unknownField(key: string, known: readonly string[]): string {
  const nearest = nearestName(key, known);
  return nearest
    ? `is not a field of this; did you mean '${nearest}'?`
    : "is not a field of this; leave it out";
}

function dotted(path: readonly PropertyKey[]): string {
  return path.map((part) => String(part).slice(0, NAME_LENGTH_MAX)).join(".");
}

/** Words for what a schema says no words about itself. */
function wording(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined
        ? "is needed"
        : `must be ${TYPE_NAMES[issue.expected] ?? issue.expected}`;
    case "invalid_value":
      if (issue.input === undefined) return "is needed";
      return `must be one of ${issue.values.map((value) => `'${String(value)}'`).join(", ")}`;
    case "too_small":
      return `must be at least ${issue.minimum}${unit(issue.origin)}`;
    case "too_big":
      return `must be at most ${issue.maximum}${unit(issue.origin)}`;
    case "invalid_union":
      return issue.input === undefined ? "is needed" : "has a type that does not belong here";
    default:
      return undefined;
  }
}

const TYPE_NAMES: Partial<Record<string, string>> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
};

function unit(origin: string): string {
  if (origin === "string") return " characters long";
  return origin === "array" ? " entries long" : "";
}

type Shape = Readonly<Record<string, z.core.$ZodType>>;

/** The fields of the object schema that stands at `path`, or null where none does. */
function shapeAt(schema: z.core.$ZodType, path: readonly PropertyKey[]): Shape | null {
  const bare = unwrapped(schema);
  const [head, ...rest] = path;
  if (bare instanceof z.core.$ZodObject) {
    const shape = bare._zod.def.shape;
    if (head === undefined) return shape;
    const field = shape[String(head)];
    return field ? shapeAt(field, rest) : null;
  }
  if (bare instanceof z.core.$ZodArray) return shapeAt(bare._zod.def.element, rest);
  if (bare instanceof z.core.$ZodRecord) return shapeAt(bare._zod.def.valueType, rest);
  return null;
}

function unwrapped(schema: z.core.$ZodType): z.core.$ZodType {
  if (
    schema instanceof z.core.$ZodOptional ||
    schema instanceof z.core.$ZodNullable ||
    schema instanceof z.core.$ZodDefault
  ) {
    return unwrapped(schema._zod.def.innerType);
  }
  return schema instanceof z.core.$ZodPipe ? unwrapped(schema._zod.def.in) : schema;
}
