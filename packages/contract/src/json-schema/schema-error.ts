import { patternError } from "../assertions/assertion-syntax.ts";
import { isDeeper } from "../common/is-deeper.ts";
import type { JsonValue } from "../json-path/json-path-model.ts";
import { createReferences, type FindReferenced, isJsonObject, isSchema } from "./schema-model.ts";

/** Maximum length of a schema as JSON text. */
const SCHEMA_LENGTH_MAX = 65_536;
const DEPTH_MAX = 100;
const PATTERNS_MAX = 100;
/** Keywords that change what other keywords mean, and that are not supported. */
const REFUSED = ["$dynamicRef", "$recursiveRef", "unevaluatedItems", "unevaluatedProperties"];
const TYPES = ["null", "boolean", "object", "array", "number", "string", "integer"];
const LISTS_OF_SCHEMAS = ["allOf", "anyOf", "oneOf", "prefixItems"];
const NAMED_SCHEMAS = ["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"];
const SCHEMAS = [
  "items",
  "additionalItems",
  "contains",
  "additionalProperties",
  "propertyNames",
  "not",
  "if",
  "then",
  "else",
];
const NUMBERS = [
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "minContains",
  "maxContains",
  "minProperties",
  "maxProperties",
];

/** Returns what is wrong with a schema, with the place in it; null if it may be used. */
export function schemaError(schema: JsonValue): string | null {
  if (!isSchema(schema)) return "must be a JSON Schema: an object, true or false";
  if (isDeeper(schema, DEPTH_MAX)) return `must be nested at most ${DEPTH_MAX} levels deep`;
  if (JSON.stringify(schema).length > SCHEMA_LENGTH_MAX) {
    return `must be at most ${SCHEMA_LENGTH_MAX} characters as JSON`;
  }
  return errorIn(schema, {
    findReferenced: createReferences(schema),
    path: "#",
    patterns: { left: PATTERNS_MAX },
  });
}

type Place = {
  findReferenced: FindReferenced;
  path: string;
  /** How many patterns the rest of the schema may have. */
  patterns: { left: number };
};

function errorIn(schema: JsonValue, place: Place): string | null {
  if (!isSchema(schema)) return `${place.path} must be a schema: an object, true or false`;
  if (!isJsonObject(schema)) return null;
  return keywordError(schema, place) ?? errorsInChildren(schema, place);
}

function keywordError(schema: { [keyword: string]: JsonValue }, place: Place): string | null {
  const { path } = place;
  const refused = REFUSED.find((keyword) => keyword in schema);
  if (refused !== undefined) return `${path}/${refused} is not supported`;
  const wrongNumber = NUMBERS.find((keyword) => keyword in schema && typeof schema[keyword] !== "number");
  if (wrongNumber !== undefined) return `${path}/${wrongNumber} must be a number`;
  const { type, pattern, enum: allowed, required, $ref } = schema;
  const types = Array.isArray(type) ? type : [type];
  if (type !== undefined && !types.every((each) => typeof each === "string" && TYPES.includes(each))) {
    return `${path}/type must be one of ${TYPES.join(", ")}`;
  }
  if (allowed !== undefined && !Array.isArray(allowed)) return `${path}/enum must be a list`;
  if (required !== undefined && !Array.isArray(required)) return `${path}/required must be a list of names`;
  if (pattern !== undefined) {
    const wrong = limitedPatternError(pattern, place);
    if (wrong !== null) return `${path}/pattern ${wrong}`;
  }
  if ($ref === undefined) return null;
  if (typeof $ref === "string" && place.findReferenced($ref) !== undefined) return null;
  return `${path}/$ref must point into the schema itself, such as #/$defs/price; other documents are not fetched`;
}

/** Compiling a pattern takes up to a millisecond of the thread that serves the API. */
function limitedPatternError(pattern: JsonValue | undefined, { patterns }: Place): string | null {
  patterns.left -= 1;
  if (patterns.left < 0) return `is too much: a schema may have ${PATTERNS_MAX} patterns`;
  return typeof pattern === "string" ? patternError(pattern) : "must be a text";
}

function errorsInChildren(schema: { [keyword: string]: JsonValue }, place: Place): string | null {
  for (const [keyword, value] of Object.entries(schema)) {
    const at = `${place.path}/${keyword}`;
    for (const [name, child] of childrenOf(keyword, value)) {
      const wrongPattern = keyword === "patternProperties" ? limitedPatternError(name ?? "", place) : null;
      if (wrongPattern !== null) return `${at} ${wrongPattern}`;
      const error = errorIn(child, { ...place, path: name === null ? at : `${at}/${name}` });
      if (error !== null) return error;
    }
  }
  return null;
}

function childrenOf(keyword: string, value: JsonValue): [name: string | null, schema: JsonValue][] {
  const isList = LISTS_OF_SCHEMAS.includes(keyword) || (keyword === "items" && Array.isArray(value));
  if (isList || NAMED_SCHEMAS.includes(keyword)) {
    const isExpected = isList ? Array.isArray(value) : isJsonObject(value);
    return isExpected ? Object.entries(value as object) : [[null, null]];
  }
  return SCHEMAS.includes(keyword) ? [[null, value]] : [];
}
