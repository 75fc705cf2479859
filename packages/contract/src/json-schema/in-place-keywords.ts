import type { JsonValue } from "../json-path/json-path-model.ts";
import { canonicalJson } from "./canonical-json.ts";
import {
  type At,
  findReferenced,
  isSchema,
  type JsonSchema,
  type SchemaObject,
  type SchemaScope,
} from "./schema-model.ts";

/** The keywords that apply to a value of any type. Source: JSON Schema Core, draft 2020-12, section 10.2. */
export function applyInPlace(schema: SchemaObject, at: At, scope: SchemaScope): string | null {
  return (
    valueViolation(schema, at, scope) ??
    referenceViolation(schema, at, scope) ??
    combinationViolation(schema, at, scope) ??
    conditionViolation(schema, at, scope)
  );
}

function valueViolation(schema: SchemaObject, { value, path }: At, scope: SchemaScope): string | null {
  const { const: only, enum: allowed } = schema;
  if (only === undefined && !Array.isArray(allowed)) return null;
  const text = canonicalJson(value);
  const isEqual = (other: JsonValue) => {
    scope.spend(1);
    return canonicalJson(other) === text;
  };
  if (only !== undefined && !isEqual(only)) return `${path || "/"} must be ${shown(only)}`;
  return Array.isArray(allowed) && !allowed.some(isEqual)
    ? `${path || "/"} must be one of ${shown(allowed)}`
    : null;
}

function shown(value: JsonValue): string {
  return (canonicalJson(value) ?? "").slice(0, 100);
}

function referenceViolation({ $ref }: SchemaObject, at: At, scope: SchemaScope): string | null {
  if (typeof $ref !== "string") return null;
  const referenced = findReferenced(scope.root, $ref);
  return referenced === undefined
    ? `${at.path || "/"} has no schema at ${$ref}`
    : scope.apply(referenced, at, scope);
}

function combinationViolation(schema: SchemaObject, at: At, scope: SchemaScope): string | null {
  for (const each of schemasOf(schema.allOf)) {
    const violation = scope.apply(each, at, scope);
    if (violation !== null) return violation;
  }
  const isValid = (each: JsonSchema) => scope.apply(each, at, scope) === null;
  const path = at.path || "/";
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
