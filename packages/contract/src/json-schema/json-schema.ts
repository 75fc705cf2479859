import type { JsonValue } from "../json-path/json-path-model.ts";
import { applyInPlace } from "./in-place-keywords.ts";
import {
  type At,
  createReferences,
  type JsonSchema,
  placeOf,
  type SchemaObject,
  type SchemaScope,
} from "./schema-model.ts";
import { applyToArray, applyToNumber, applyToObject, applyToText, typeOf } from "./value-keywords.ts";

/**
 * Validates JSON with a JSON Schema: draft 2020-12, and the forms of draft 7 that it replaced. It interprets the schema,
 * never generates code, never fetches a reference, and stops when the budget of the scope is used up.
 */

/** Deepest nesting of values and references. A schema that refers to itself without end stops here. */
const DEPTH_MAX = 200;

/**
 * Returns the first thing that is wrong with a value, such as `/items/0/price must be number, not string`; null if it is valid.
 * Throws `StepBudgetSpent` if the budget is used up. `schemaError` has found nothing wrong with the schema.
 */
export function findViolation(
  value: JsonValue,
  schema: JsonSchema,
  limits: Pick<SchemaScope, "spend" | "stop" | "search">,
): string | null {
  return apply(
    schema,
    { value, path: "" },
    {
      ...limits,
      findReferenced: createReferences(schema),
      apply,
      depth: 0,
    },
  );
}

function apply(schema: JsonSchema, at: At, scope: SchemaScope): string | null {
  scope.spend(1);
  if (typeof schema === "boolean") return schema ? null : `${placeOf(at)} is not allowed`;
  scope.depth += 1;
  if (scope.depth > DEPTH_MAX) scope.stop("the schema or the value is nested too deep");
  scope.spend(Object.keys(schema).length);
  const violation = typeViolation(schema, at) ?? byType(schema, at, scope) ?? applyInPlace(schema, at, scope);
  scope.depth -= 1;
  return violation;
}

function byType(schema: SchemaObject, { value, path }: At, scope: SchemaScope): string | null {
  if (typeof value === "string") return applyToText(schema, { value, path }, scope);
  if (typeof value === "number") return applyToNumber(schema, { value, path });
  if (Array.isArray(value)) return applyToArray(schema, { value, path }, scope);
  if (typeof value === "object" && value !== null) return applyToObject(schema, { value, path }, scope);
  return null;
}

function typeViolation({ type }: SchemaObject, at: At): string | null {
  if (type === undefined) return null;
  const types = Array.isArray(type) ? type : [type];
  const actual = typeOf(at.value);
  const isInteger = actual === "number" && Number.isInteger(at.value) && types.includes("integer");
  return types.includes(actual) || isInteger
    ? null
    : `${placeOf(at)} must be ${types.join(" or ")}, not ${actual}`;
}
