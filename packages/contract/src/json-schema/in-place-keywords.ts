import type { JsonValue } from "../json-path/json-path-model.ts";
import { canonicalJson, canonicalText } from "./canonical-json.ts";
import {
  type At,
  isSchema,
  type JsonSchema,
  placeOf,
  type SchemaObject,
  type SchemaScope,
} from "./schema-model.ts";

const SHOWN_LENGTH_MAX = 100;

/** The keywords that apply to a value of any type. Source: JSON Schema Core, draft 2020-12, section 10.2. */
export function applyInPlace(schema: SchemaObject, at: At, scope: SchemaScope): string | null {
  return (
    valueViolation(schema, at, scope) ??
    referenceViolation(schema, at, scope) ??
    combinationViolation(schema, at, scope) ??
    conditionViolation(schema, at, scope)
  );
}

function valueViolation(schema: SchemaObject, at: At, scope: SchemaScope): string | null {
  const { const: only, enum: allowed } = schema;
  if (only === undefined && !Array.isArray(allowed)) return null;
  const isEqual = equalityTo(at.value, scope);
  if (only !== undefined && !isEqual(only)) return `${placeOf(at)} must be ${shown(only)}`;
  return Array.isArray(allowed) && !allowed.some(isEqual)
    ? `${placeOf(at)} must be one of ${shown(allowed)}`
    : null;
}

/** Arrays and objects are equal if their canonical texts are. */
function equalityTo(value: JsonValue, scope: SchemaScope): (other: JsonValue) => boolean {
  if (typeof value !== "object" || value === null) {
    return (other) => {
      scope.spend(1);
      return other === value;
    };
  }
  const text = canonicalText(value, scope);
  return (other) => canonicalText(other, scope) === text;
}

function shown(value: JsonValue): string {
  return (canonicalJson(value) ?? "").slice(0, SHOWN_LENGTH_MAX);
}

function referenceViolation({ $ref }: SchemaObject, at: At, scope: SchemaScope): string | null {
  if (typeof $ref !== "string") return null;
  const referenced = scope.findReferenced($ref);
  return referenced === undefined
    ? `${placeOf(at)} has no schema at ${$ref}`
    : scope.apply(referenced, at, scope);
}

function combinationViolation(schema: SchemaObject, at: At, scope: SchemaScope): string | null {
  for (const each of schemasOf(schema.allOf)) {
    const violation = scope.apply(each, at, scope);
    if (violation !== null) return violation;
  }
  const isValid = (each: JsonSchema) => scope.apply(each, at, scope) === null;
  const path = placeOf(at);
  const anyOf = schemasOf(schema.anyOf);
  if (anyOf.length > 0 && !anyOf.some(isValid)) return `${path} must match one of the schemas of anyOf`;
  const oneOf = schemasOf(schema.oneOf);
  if (oneOf.length > 0 && oneOf.filter(isValid).length !== 1)
    return `${path} must match exactly one schema of oneOf`;
  return isSchema(schema.not) && isValid(schema.not) ? `${path} must not match the schema of not` : null;
}

function conditionViolation(schema: SchemaObject, at: At, scope: SchemaScope): string | null {
  if (!isSchema(schema.if)) return null;
  const branch = scope.apply(schema.if, at, scope) === null ? schema.then : schema.else;
  return isSchema(branch) ? scope.apply(branch, at, scope) : null;
}

function schemasOf(value: JsonValue | undefined): JsonSchema[] {
  return Array.isArray(value) ? value.filter(isSchema) : [];
}
