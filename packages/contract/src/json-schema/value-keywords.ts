import type { JsonValue } from "../json-path/json-path-model.ts";
import { canonicalText } from "./canonical-json.ts";
import { formatViolation } from "./formats.ts";
import {
  type At,
  isJsonObject,
  isSchema,
  type JsonSchema,
  placeOf,
  type SchemaObject,
  type SchemaScope,
} from "./schema-model.ts";

/** The keywords that apply to one type of value. Source: JSON Schema Validation, draft 2020-12, section 6. */

export function typeOf(value: JsonValue): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

export function applyToNumber(schema: SchemaObject, { value, path }: At<number>): string | null {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  if (typeof minimum === "number" && value < minimum)
    return `${placeOf({ path })} must be at least ${minimum}`;
  if (typeof maximum === "number" && value > maximum)
    return `${placeOf({ path })} must be at most ${maximum}`;
  if (typeof exclusiveMinimum === "number" && value <= exclusiveMinimum) {
    return `${placeOf({ path })} must be greater than ${exclusiveMinimum}`;
  }
  if (typeof exclusiveMaximum === "number" && value >= exclusiveMaximum) {
    return `${placeOf({ path })} must be less than ${exclusiveMaximum}`;
  }
  return typeof multipleOf === "number" && !isMultiple(value, multipleOf)
    ? `${placeOf({ path })} must be a multiple of ${multipleOf}`
    : null;
}

/** Decimal fractions are not exact in binary: 0.3 / 0.1 is 2.9999999999999996. */
function isMultiple(value: number, of: number): boolean {
  const quotient = value / of;
  return Math.abs(quotient - Math.round(quotient)) < Number.EPSILON * Math.max(1, Math.abs(quotient)) * 4;
}

export function applyToText(
  schema: SchemaObject,
  { value, path }: At<string>,
  scope: SchemaScope,
): string | null {
  const { minLength, maxLength, pattern, format } = schema;
  scope.spend(value.length / CHARACTERS_PER_STEP);
  if (typeof minLength === "number" || typeof maxLength === "number") {
    const violation = sizeViolation(lengthOf(value), [minLength, maxLength], "characters");
    if (violation !== null) return `${placeOf({ path })} ${violation}`;
  }
  if (typeof pattern === "string" && !scope.search(pattern, value)) {
    return `${placeOf({ path })} must match the pattern ${pattern}`;
  }
  const wrongFormat = typeof format === "string" ? formatViolation(format, value) : null;
  return wrongFormat && `${placeOf({ path })} ${wrongFormat}`;
}

const CHARACTERS_PER_STEP = 16;

/** Returns the number of Unicode characters, as JSON Schema counts them. Takes about 1 ns a character. */
export function lengthOf(text: string): number {
  let length = text.length;
  for (let index = 1; index < text.length; index += 1) {
    const isPair =
      (text.charCodeAt(index) & 0xfc00) === 0xdc00 && (text.charCodeAt(index - 1) & 0xfc00) === 0xd800;
    if (isPair) length -= 1;
  }
  return length;
}

export function applyToArray(schema: SchemaObject, at: At<JsonValue[]>, scope: SchemaScope): string | null {
  const { value, path } = at;
  scope.spend(value.length);
  const size = sizeViolation(value.length, [schema.minItems, schema.maxItems], "items");
  if (size !== null) return `${placeOf({ path })} ${size}`;
  if (schema.uniqueItems === true && hasDuplicates(value, scope))
    return `${placeOf({ path })} must not contain duplicates`;
  return itemViolation(schema, at, scope) ?? containsViolation(schema, at, scope);
}

function itemViolation(
  schema: SchemaObject,
  { value, path }: At<JsonValue[]>,
  scope: SchemaScope,
): string | null {
  // Draft 7 has a list in `items`, and `additionalItems` for the rest.
  const isOldForm = Array.isArray(schema.items);
  const first = isOldForm ? schema.items : schema.prefixItems;
  const rest = isOldForm ? schema.additionalItems : schema.items;
  const leading = Array.isArray(first) ? first : [];
  for (const [index, item] of value.entries()) {
    const wanted = leading[index] ?? rest;
    if (!isSchema(wanted)) continue;
    const violation = scope.apply(wanted, { value: item, path: `${path}/${index}` }, scope);
    if (violation !== null) return violation;
  }
  return null;
}

function containsViolation(
  schema: SchemaObject,
  { value, path }: At<JsonValue[]>,
  scope: SchemaScope,
): string | null {
  const { contains, minContains, maxContains } = schema;
  if (!isSchema(contains)) return null;
  const found = value.filter((item) => scope.apply(contains, { value: item, path }, scope) === null).length;
  const least = typeof minContains === "number" ? minContains : 1;
  if (found < least) return `${placeOf({ path })} must contain at least ${least} items that match`;
  const isOver = typeof maxContains === "number" && found > maxContains;
  return isOver ? `${placeOf({ path })} must contain at most ${maxContains} items that match` : null;
}

function hasDuplicates(items: readonly JsonValue[], scope: SchemaScope): boolean {
  const texts = new Set<string>();
  for (const item of items) {
    const text = canonicalText(item, scope);
    if (texts.has(text)) return true;
    texts.add(text);
  }
  return false;
}

export function applyToObject(
  schema: SchemaObject,
  at: At<{ [name: string]: JsonValue }>,
  scope: SchemaScope,
): string | null {
  const { value, path } = at;
  const names = Object.keys(value);
  // The members are listed and read.
  scope.spend(2 * names.length);
  const size = sizeViolation(names.length, [schema.minProperties, schema.maxProperties], "properties");
  if (size !== null) return `${placeOf({ path })} ${size}`;
  const missing = missingName(schema.required, value, scope);
  if (missing !== undefined) return `${placeOf({ path })} must have the property ${missing}`;
  return (
    memberViolation(schema, at, scope) ??
    nameViolation(schema, at, scope) ??
    dependencyViolation(schema, at, scope)
  );
}

function memberViolation(
  schema: SchemaObject,
  { value, path }: At<{ [name: string]: JsonValue }>,
  scope: SchemaScope,
): string | null {
  const { properties, patternProperties, additionalProperties: rest } = schema;
  const patterns = Object.entries(patternProperties ?? {});
  for (const [name, member] of Object.entries(value)) {
    const own = isJsonObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
    scope.spend(patterns.length);
    const matching = patterns.filter(([pattern]) => scope.search(pattern, name)).map(([, each]) => each);
    const wanted: JsonSchema[] = [own, ...matching].filter(isSchema);
    if (wanted.length === 0 && isSchema(rest)) wanted.push(rest);
    for (const each of wanted) {
      const violation = scope.apply(each, { value: member, path: `${path}/${pointerPart(name)}` }, scope);
      if (violation !== null) return violation;
    }
  }
  return null;
}

function nameViolation(
  { propertyNames }: SchemaObject,
  { value, path }: At<{ [name: string]: JsonValue }>,
  scope: SchemaScope,
): string | null {
  if (!isSchema(propertyNames)) return null;
  const wrong = Object.keys(value).find(
    (name) => scope.apply(propertyNames, { value: name, path }, scope) !== null,
  );
  return wrong === undefined ? null : `${placeOf({ path })} must not have the property ${wrong}`;
}

/** `dependentRequired` and `dependentSchemas`, which draft 7 has in one keyword. */
function dependencyViolation(
  schema: SchemaObject,
  { value, path }: At<{ [name: string]: JsonValue }>,
  scope: SchemaScope,
): string | null {
  for (const keyword of ["dependentRequired", "dependentSchemas", "dependencies"]) {
    for (const [name, wanted] of Object.entries(schema[keyword] ?? {})) {
      scope.spend(1);
      if (!Object.hasOwn(value, name)) continue;
      const missing = missingName(wanted, value, scope);
      if (missing !== undefined)
        return `${placeOf({ path })} must have the property ${missing} beside ${name}`;
      const violation = isSchema(wanted) ? scope.apply(wanted, { value, path }, scope) : null;
      if (violation !== null) return violation;
    }
  }
  return null;
}

/** Returns the first name of a list that an object does not have; undefined for anything but a list. */
function missingName(
  names: JsonValue | undefined,
  value: { [name: string]: JsonValue },
  { spend }: SchemaScope,
): JsonValue | undefined {
  if (!Array.isArray(names)) return undefined;
  spend(names.length / 2);
  return names.find((name) => !Object.hasOwn(value, String(name)));
}

function sizeViolation(
  size: number,
  [least, most]: [JsonValue | undefined, JsonValue | undefined],
  what: string,
): string | null {
  if (typeof least === "number" && size < least) return `must have at least ${least} ${what}`;
  return typeof most === "number" && size > most ? `must have at most ${most} ${what}` : null;
}

function pointerPart(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}
