import type { z } from "zod";
import type { ErrorDetail } from "./errors.ts";
import { nearestName } from "./nearest-name.ts";
import { discriminatorValues, fieldsAt } from "./schema-fields.ts";

/** Turns schema issues into sentences for the author of the data, one entry per invalid field. */

/** Maximum entries of one response; more do not help to fix a body with a thousand invalid fields. */
const DETAILS_MAX = 100;
/** Maximum characters of a field name from the request that a response repeats. */
const NAME_LENGTH_MAX = 100;

export type Parsed<T> = { value: T; errors: null } | { value: null; errors: ErrorDetail[] };
/** The path is exact: a name in it may contain a dot. */
export type FieldIssue = { path: readonly PropertyKey[]; message: string };

/** Parses `data`, or returns everything that is wrong with it. */
export function parseFields<S extends z.ZodType>(schema: S, data: unknown): Parsed<z.output<S>> {
  const { value, issues } = parseWithIssues(schema, data);
  if (issues === null) return { value, errors: null };
  const errors = issues.slice(0, DETAILS_MAX);
  return { value: null, errors: errors.map(({ path, message }) => ({ path: dotted(path), message })) };
}

type WithIssues<T> = { value: T; issues: null } | { value: null; issues: FieldIssue[] };

/** The same with all issues, however many there are. */
export function parseWithIssues<S extends z.ZodType>(schema: S, data: unknown): WithIssues<z.output<S>> {
  const result = schema.safeParse(data, { error: describeIssue });
  if (result.success) return { value: result.data, issues: null };
  const { issues } = result.error;
  return {
    value: null,
    issues: issues
      .filter((issue) => !isLengthOfWrongType(issue, issues))
      .flatMap((issue) => describeIssueErrors({ schema, data }, issue)),
  };
}

/** Zod compares the length of a string with the limit of an array, too. */
function isLengthOfWrongType(issue: z.core.$ZodIssue, issues: readonly z.core.$ZodIssue[]): boolean {
  if (issue.code !== "too_big" && issue.code !== "too_small") return false;
  const path = dotted(issue.path);
  return issues.some((other) => other.code === "invalid_type" && dotted(other.path) === path);
}

type Source = { schema: z.ZodType; data: unknown };

function describeIssueErrors(source: Source, issue: z.core.$ZodIssue): FieldIssue[] {
  if (issue.code === "unrecognized_keys") return unknownFields(source, issue);
  if (issue.code === "invalid_union") return unionErrors(source, issue);
  // The issue of a record's key is nested; the path says which key it is.
  const { message } = issue.code === "invalid_key" ? (issue.issues[0] ?? issue) : issue;
  return [{ path: issue.path, message }];
}

function unknownFields(
  { schema, data }: Source,
  { keys, path }: z.core.$ZodIssueUnrecognizedKeys,
): FieldIssue[] {
  const known = fieldsAt(schema, data, path);
  return keys.slice(0, DETAILS_MAX).map((key) => {
    const nearest = nearestName(key, known);
    const advice = nearest ? `; did you mean '${nearest}'?` : "; remove it";
    return { path: [...path, key], message: `is not a known field${advice}` };
  });
}

/** Reports the closest option of a union: the one with the fewest issues. */
function unionErrors(source: Source, issue: z.core.$ZodIssueInvalidUnion): FieldIssue[] {
  if (issue.input === undefined && issue.message === MISSING) return [{ path: issue.path, message: MISSING }];
  const [closest] = issue.errors.filter(hasPath).sort((a, b) => a.length - b.length);
  if (closest) {
    return closest.flatMap((inner) =>
      describeIssueErrors(source, { ...inner, path: [...issue.path, ...inner.path] }),
    );
  }
  const values = discriminatorValues(source.schema, issue.path);
  const message = values.length > 0 ? oneOf(values) : issue.message;
  return [{ path: issue.path, message }];
}

/** Returns whether the data has at least the shape of this option: its issues are about fields, not about the whole. */
function hasPath(issues: readonly z.core.$ZodIssue[]): boolean {
  return issues.some(({ code, path }) => path.length > 0 || code === "unrecognized_keys");
}

function dotted(path: readonly PropertyKey[]): string {
  return path.map((part) => String(part).slice(0, NAME_LENGTH_MAX)).join(".");
}

const MISSING = "is required";

/** Returns a message for an issue whose schema defines none. */
function describeIssue(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.input === undefined && MISSING_CODES.has(issue.code)) return MISSING;
  switch (issue.code) {
    case "invalid_type":
      return `must be ${TYPE_NAMES[issue.expected] ?? issue.expected}`;
    case "invalid_value":
      return oneOf(issue.values.map(String));
    case "too_small":
      return `must be at least ${issue.minimum}${unit(issue.origin)}`;
    case "too_big":
      return `must be at most ${issue.maximum}${unit(issue.origin)}`;
    case "invalid_format":
      return `must be ${FORMAT_NAMES[issue.format] ?? `a valid ${issue.format}`}`;
    case "not_multiple_of":
      return `must be a multiple of ${issue.divisor}`;
    case "invalid_union":
      return "has none of the allowed types";
    default:
      return undefined;
  }
}

const MISSING_CODES: ReadonlySet<string | undefined> = new Set([
  "invalid_type",
  "invalid_value",
  "invalid_union",
]);

function oneOf(values: readonly string[]): string {
  const quoted = values.map((value) => `'${value}'`).join(", ");
  return values.length === 1 ? `must be ${quoted}` : `must be one of ${quoted}`;
}

const TYPE_NAMES: Partial<Record<string, string>> = {
  string: "a string",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "an array",
  object: "an object",
  record: "an object",
};

const FORMAT_NAMES: Partial<Record<string, string>> = {
  email: "an email address",
  url: "a URL",
  uuid: "a UUID",
  datetime: "a time such as 2026-01-31T12:00:00Z",
  base64: "base64",
  regex: "in the documented format",
};

function unit(origin: string): string {
  if (origin === "string") return " characters long";
  return origin === "array" ? " entries long" : "";
}
