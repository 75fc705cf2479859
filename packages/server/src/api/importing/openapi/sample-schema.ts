import { fieldOf, isObject, listOf, objectOf } from "../document-value.ts";
import type { ResolveRef } from "./resolve-refs.ts";

export type Sample = {
  value: unknown;
  /** False if the document has no example for at least one part, which has a placeholder of its type. */
  isGiven: boolean;
};

/** A schema can contain itself; a deeper sample is not useful. */
const DEPTH_MAX = 8;
/** Maximum for all samples of one document together, because schemas that share parts multiply. */
const SAMPLED_MAX = 20_000;

/**
 * Generates values for schemas: their examples, defaults and constants, or else a value of the right type.
 */
export function createSampler(resolve: ResolveRef): (schema: unknown) => Sample {
  const sampler = new Sampler(resolve);
  return (schema) => sampler.sample(schema, 0);
}

class Sampler {
  readonly #resolve: ResolveRef;
  #left = SAMPLED_MAX;
  /** The schemas around the current one. A recursive schema ends there. */
  readonly #around = new Set<unknown>();

  constructor(resolve: ResolveRef) {
    this.#resolve = resolve;
  }

  sample(given: unknown, depth: number): Sample {
    const schema = this.#resolve(given);
    this.#left -= 1;
    const example = exampleOf(schema);
    if (example !== undefined) return { value: example, isGiven: true };
    if (depth > DEPTH_MAX || this.#left < 0 || this.#around.has(schema))
      return { value: null, isGiven: false };
    this.#around.add(schema);
    const made = this.#sampleParts(schema, depth);
    this.#around.delete(schema);
    return made;
  }

  #sampleParts(schema: Readonly<Record<string, unknown>>, depth: number): Sample {
    if (listOf(schema.allOf).length > 0) return this.#sampleAll(schema, depth);
    const choice = listOf(schema.oneOf)[0] ?? listOf(schema.anyOf)[0];
    if (choice !== undefined && !isObject(schema.properties)) return this.sample(choice, depth + 1);
    switch (typeOf(schema)) {
      case "object":
        return this.#sampleObject(schema, depth);
      case "array": {
        const item = this.sample(schema.items, depth + 1);
        return { value: [item.value], isGiven: item.isGiven };
      }
      default:
        return { value: plainValue(schema), isGiven: false };
    }
  }

  #sampleAll(schema: Readonly<Record<string, unknown>>, depth: number): Sample {
    const { allOf, ...own } = schema;
    const parts = [...listOf(allOf), own].map((part) => ({ part, sampled: this.sample(part, depth + 1) }));
    const objects = parts.filter(({ sampled }) => isObject(sampled.value));
    if (objects.length === 0) return parts[0]?.sampled ?? { value: null, isGiven: false };
    return {
      value: Object.fromEntries(objects.flatMap(({ sampled }) => Object.entries(objectOf(sampled.value)))),
      isGiven: objects.every(({ sampled }) => sampled.isGiven),
    };
  }

  /** Includes required fields and fields with an example; excludes read-only fields. */
  #sampleObject(schema: Readonly<Record<string, unknown>>, depth: number): Sample {
    const required = new Set(listOf(schema.required));
    let isGiven = true;
    const fields: [string, unknown][] = [];
    for (const [name, property] of Object.entries(objectOf(schema.properties))) {
      const resolved = this.#resolve(property);
      if (resolved.readOnly === true) continue;
      if (!required.has(name) && exampleOf(resolved) === undefined) continue;
      const inner = this.sample(resolved, depth + 1);
      isGiven &&= inner.isGiven;
      fields.push([name, inner.value]);
    }
    return { value: Object.fromEntries(fields), isGiven };
  }
}

function exampleOf(schema: Readonly<Record<string, unknown>>): unknown {
  const candidates = [
    schema.example,
    listOf(schema.examples)[0],
    schema.const,
    schema.default,
    listOf(schema.enum)[0],
  ];
  return candidates.find((value) => value !== undefined);
}

function typeOf(schema: Readonly<Record<string, unknown>>): string {
  const type = Array.isArray(schema.type) ? schema.type.find((name) => name !== "null") : schema.type;
  if (typeof type === "string") return type;
  if (isObject(schema.properties)) return "object";
  return schema.items === undefined ? "string" : "array";
}

const FORMATS: Readonly<Record<string, string>> = {
  date: "2026-01-01",
  "date-time": "2026-01-01T00:00:00Z",
  email: "someone@example.com",
  hostname: "example.com",
  ipv4: "192.0.2.1",
  uri: "https://example.com",
  uuid: "00000000-0000-4000-8000-000000000000",
};

function plainValue(schema: Readonly<Record<string, unknown>>): unknown {
  switch (typeOf(schema)) {
    case "integer":
    case "number":
      return typeof schema.minimum === "number" ? schema.minimum : 1;
    case "boolean":
      return true;
    case "null":
      return null;
    default:
      return fieldOf(FORMATS, String(schema.format)) ?? "text";
  }
}
