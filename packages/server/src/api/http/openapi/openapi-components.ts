type Document = { components?: { schemas?: Record<string, unknown> } };

const REFERENCE_PREFIX = "#/components/schemas/";

/**
 * Returns the document without unreferenced schemas, and with plain names. The generator writes every schema
 * twice, as input and as output, and names the first `<name>Input` even if it is the only one.
 */
export function prunedComponents<D extends object>(document: D): D {
  const { components }: Document = document;
  const schemas = components?.schemas ?? {};
  const used = reachable({ ...document, components: undefined }, schemas);
  const names = new Map(used.map((name) => [name, plainName(name, used)]));
  const kept = Object.fromEntries(used.map((name) => [names.get(name), schemas[name]]));
  const pruned = { ...document, components: { ...components, schemas: kept } };
  return JSON.parse(JSON.stringify(pruned), (key, value) =>
    key === "$ref" && typeof value === "string" ? renamed(value, names) : value,
  );
}

type Operation = {
  requestBody?: { $ref?: string; required?: boolean; content?: Record<string, { schema?: JsonSchema }> };
};
type JsonSchema = { $ref?: string; default?: unknown };

/**
 * Returns the document with request bodies that have a default marked as optional; the generator marks none.
 */
export function withOptionalBodies<D extends object>(document: D): D {
  const { paths, components }: Document & { paths?: Record<string, Record<string, Operation>> } = document;
  for (const { requestBody } of Object.values(paths ?? {}).flatMap(Object.values<Operation>)) {
    const schema = Object.values(requestBody?.content ?? {})[0]?.schema;
    const whole = (components?.schemas?.[schema?.$ref?.slice(REFERENCE_PREFIX.length) ?? ""] ?? schema) as
      | JsonSchema
      | undefined;
    if (requestBody && whole && "default" in whole) requestBody.required = false;
  }
  return document;
}

type NamedBodies = Record<string, Operation["requestBody"]>;

/**
 * Returns the document with each request body under its name in `components.requestBodies`. Client generators
 * treat a field with a default in `schemas` as always present, as in a response, and would make it required
 * for callers.
 */
export function withNamedBodies<D extends object>(document: D): D {
  const { paths, components }: Document & { paths?: Record<string, Record<string, Operation>> } = document;
  const schemas = components?.schemas ?? {};
  const requestBodies: NamedBodies = {};
  for (const operation of Object.values(paths ?? {}).flatMap(Object.values<Operation>)) {
    const { requestBody } = operation;
    const [type, media] = Object.entries(requestBody?.content ?? {})[0] ?? [];
    const name = media?.schema?.$ref?.slice(REFERENCE_PREFIX.length);
    if (!requestBody || type === undefined || name === undefined) continue;
    requestBodies[name] = { ...requestBody, content: { [type]: { schema: schemas[name] as JsonSchema } } };
    operation.requestBody = { $ref: `#/components/requestBodies/${name}` };
  }
  const whole = { ...document, components: { ...components, requestBodies } };
  const used = new Set(
    referencesIn({ paths, requestBodies, schemas: withoutBodies(schemas, requestBodies) }),
  );
  const kept = Object.entries(schemas).filter(([name]) => used.has(name) || !(name in requestBodies));
  return { ...whole, components: { ...whole.components, schemas: Object.fromEntries(kept) } };
}

function withoutBodies(schemas: Record<string, unknown>, bodies: NamedBodies): Record<string, unknown> {
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => !(name in bodies)));
}

/** Returns the document with all tags declared, in the order in which operations use them. */
export function withTags<D extends object>(document: D): D {
  const { paths = {} }: { paths?: Record<string, Record<string, { tags?: string[] }>> } = document;
  const named = Object.values(paths).flatMap((methods) =>
    Object.values(methods).flatMap(({ tags = [] }) => tags),
  );
  return { ...document, tags: [...new Set(named)].map((name) => ({ name })) };
}

function reachable(root: unknown, schemas: Record<string, unknown>): string[] {
  const found = new Set<string>();
  const open = [root];
  while (open.length > 0) {
    for (const name of referencesIn(open.pop())) {
      if (found.has(name) || !(name in schemas)) continue;
      found.add(name);
      open.push(schemas[name]);
    }
  }
  return [...found].sort();
}

function referencesIn(part: unknown): string[] {
  return [...JSON.stringify(part ?? null).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(
    ([, name]) => name ?? "",
  );
}

function plainName(name: string, used: readonly string[]): string {
  const plain = name.replace(/Input$/, "");
  return used.includes(plain) ? name : plain;
}

function renamed(reference: string, names: ReadonlyMap<string, string>): string {
  const name = reference.slice(REFERENCE_PREFIX.length);
  return `${REFERENCE_PREFIX}${names.get(name) ?? name}`;
}
