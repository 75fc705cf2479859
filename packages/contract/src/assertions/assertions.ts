import { z } from "zod";
import {
  ASSERTION_TYPES,
  type AssertionType,
  isNumeric,
  OPERATORS,
  OPERATORS_OF,
  type Operator,
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

const typeSchema = z.enum(ASSERTION_TYPES);
export const operatorSchema = z
  .enum([...OPERATORS, ...(Object.keys(OPERATOR_ALIASES) as (keyof typeof OPERATOR_ALIASES)[])])
  .transform(
    (name): Operator =>
      name in OPERATOR_ALIASES ? OPERATOR_ALIASES[name as keyof typeof OPERATOR_ALIASES] : (name as Operator),
  );

const valueSchema = z.union([z.string().max(VALUE_LENGTH_MAX), z.number(), z.boolean()]);

export type Assertion = {
  type: AssertionType;
  property: string | null;
  operator: Operator;
  value: string | number | boolean | null;
};

/** An assertion in a request body; parsed to an `Assertion` with the full operator name. */
export const assertionInput = z
  .strictObject({
    type: typeSchema,
    operator: operatorSchema,
    value: valueSchema.nullish(),
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
      value: takesValue(input.operator) ? toComparable(input.type, input.value ?? null) : null,
    }),
  );

/** An assertion in a response. */
export const assertionSchema = z.object({
  type: typeSchema,
  property: z.string().nullable(),
  operator: z.enum(OPERATORS),
  value: valueSchema.nullable(),
});

type AssertionFieldError = { field: "operator" | "value" | "property"; message: string };
type Input = {
  type: AssertionType;
  operator: Operator;
  value?: string | number | boolean | null | undefined;
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
    const valueMessage = valueError(type, operator, value ?? null);
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

function valueError(type: AssertionType, operator: Operator, value: Assertion["value"]): string | null {
  if (value === null) return `is required for '${operator}'`;
  if (valueKindOf(type, operator) === "number" && !isNumeric(value)) return "must be a number";
  if (operator === "matches") return patternError(String(value));
  return null;
}

function toComparable(type: AssertionType, value: Assertion["value"]): Assertion["value"] {
  if (value === null || type === "json_path") return value;
  return type === "header" || type === "body" ? String(value) : Number(value);
}
