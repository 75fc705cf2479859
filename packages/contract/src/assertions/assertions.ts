import { z } from "zod";
import type { JsonValue } from "../json-path/json-path-model.ts";
import { schemaError } from "../json-schema/schema-error.ts";
import { isJsonObject } from "../json-schema/schema-model.ts";
import {
  ASSERTION_TYPES,
  type AssertionType,
  HTTP_ASSERTION_TYPES,
  isBoolean,
  isNumeric,
  OPERATORS,
  OPERATORS_OF,
  type Operator,
  takesList,
  takesProperty,
  takesValue,
  valueKindOf,
} from "./assertion-rules.ts";
import { jsonPathError, patternError } from "./assertion-syntax.ts";

/** Accepted aliases; the full name is stored. */
export const OPERATOR_ALIASES = {
  eq: "equals",
  not_eq: "not_equals",
  gt: "greater_than",
  gte: "greater_than_or_equal",
  lt: "less_than",
  lte: "less_than_or_equal",
  regex: "matches",
} as const satisfies Record<string, Operator>;

export const ASSERTIONS_MAX = 50;
const VALUE_LENGTH_MAX = 10_000;
const PROPERTY_LENGTH_MAX = 1_000;
/** Maximum number of values of `in` and `not_in`. */
const LIST_MAX = 100;

const typeSchema = z.enum(ASSERTION_TYPES);
export const operatorSchema = z
  .enum([...OPERATORS, ...(Object.keys(OPERATOR_ALIASES) as (keyof typeof OPERATOR_ALIASES)[])])
  .transform(
    (name): Operator =>
      name in OPERATOR_ALIASES ? OPERATOR_ALIASES[name as keyof typeof OPERATOR_ALIASES] : (name as Operator),
  );

const scalarSchema = z.union([z.string().max(VALUE_LENGTH_MAX), z.number(), z.boolean()]);
/** The value of an assertion: one value, a list for `in`, `not_in` and `equals_set`, a JSON Schema for `json_schema`. */
export const assertionValueSchema = z.union([
  scalarSchema,
  z.array(scalarSchema.nullable()),
  z.record(z.string(), z.unknown() as unknown as z.ZodType<JsonValue>),
]);

type Scalar = string | number | boolean | null;
export type AssertionValue = z.output<typeof assertionValueSchema> | null;

export type Assertion = {
  type: AssertionType;
  property: string | null;
  operator: Operator;
  value: AssertionValue;
};

/** An assertion in a request body; parsed to an `Assertion` with the full operator name. */
export const assertionInput = inputOf(ASSERTION_TYPES);
/** An assertion on an HTTP response, in a request body. */
export const httpAssertionInput = inputOf(HTTP_ASSERTION_TYPES);

function inputOf(types: readonly AssertionType[]) {
  return z
    .strictObject({
      type: z.enum(types),
      operator: operatorSchema,
      value: assertionValueSchema.nullish().meta({
        description:
          "What to compare with: a list for `in`, `not_in` and `equals_set`, a JSON Schema for `json_schema`, otherwise one value. `null` only with `equals` and `not_equals` of a `json_path`",
      }),
      property: z.string().max(PROPERTY_LENGTH_MAX).nullish().meta({
        description: "Header name or RFC 9535 JSONPath; only for types `header` and `json_path`",
      }),
    })
    .superRefine((input, ctx) => {
      for (const error of assertionErrors(input)) {
        ctx.addIssue({ code: "custom", path: [error.field], message: error.message });
      }
    })
    .transform(
      (input): Assertion => ({
        type: input.type,
        property: takesProperty(input.type) ? (input.property ?? null) : null,
        operator: input.operator,
        value: takesValue(input.operator)
          ? toComparable(input.type, input.operator, input.value ?? null)
          : null,
      }),
    );
}

/** An assertion in a response. */
export const assertionSchema = z.object({
  type: typeSchema,
  property: z.string().nullable(),
  operator: z.enum(OPERATORS),
  value: assertionValueSchema.nullable(),
});

type AssertionFieldError = { field: "operator" | "value" | "property"; message: string };
type Input = {
  type: AssertionType;
  operator: Operator;
  value?: AssertionValue | undefined;
  property?: string | null | undefined;
};

function assertionErrors({ type, operator, value, property }: Input): AssertionFieldError[] {
  const errors: AssertionFieldError[] = [];
  if (!OPERATORS_OF[type].includes(operator)) {
    errors.push({
      field: "operator",
      message: `'${operator}' does not apply to '${type}'; use one of ${OPERATORS_OF[type].join(", ")}`,
    });
  }
  const propertyMessage = propertyError(type, property ?? "");
  if (propertyMessage) errors.push({ field: "property", message: propertyMessage });
  if (takesValue(operator)) {
    const valueMessage = valueError(type, operator, value);
    if (valueMessage) errors.push({ field: "value", message: valueMessage });
  }
  return errors;
}

function propertyError(type: AssertionType, property: string): string | null {
  if (!takesProperty(type)) {
    return property === "" ? null : `does not apply to '${type}'; remove it`;
  }
  if (type === "header") {
    return /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(property)
      ? null
      : "must be a header name, such as content-type";
  }
  return jsonPathError(property);
}

function valueError(
  type: AssertionType,
  operator: Operator,
  value: AssertionValue | undefined,
): string | null {
  const kind = valueKindOf(type, operator);
  if (kind === "schema") return isJsonObject(value) ? schemaError(value) : NO_SCHEMA;
  if (takesList(operator)) return listError(kind, value);
  if (value === null && kind === "json") return null;
  if (value === undefined || value === null) return `is required for '${operator}'`;
  if (typeof value === "object") return `must be one value for '${operator}'`;
  if (kind === "number" && !isNumeric(value)) return "must be a number";
  if (isBoolean(type, operator) && !/^(true|false)$/.test(String(value))) return "must be true or false";
  return operator === "matches" ? patternError(String(value)) : null;
}

const NO_SCHEMA = "must be a JSON Schema, as an object";

function listError(kind: "number" | "text" | "json", value: AssertionValue | undefined): string | null {
  if (!Array.isArray(value) || value.length === 0 || value.length > LIST_MAX) {
    return `must be a list of 1 to ${LIST_MAX} values`;
  }
  if (kind === "number" && !value.every(isNumeric)) return "must be a list of numbers";
  return kind === "text" && value.includes(null) ? "must be a list of texts" : null;
}

function toComparable(type: AssertionType, operator: Operator, value: AssertionValue): AssertionValue {
  const kind = valueKindOf(type, operator);
  if (Array.isArray(value)) return kind === "json" ? value : value.map((each) => toScalar(kind, each));
  if (value === null || typeof value === "object" || type === "json_path") return value;
  return toScalar(kind, value);
}

function toScalar(kind: ReturnType<typeof valueKindOf>, value: Scalar): Scalar {
  return kind === "number" ? Number(value) : String(value);
}
