type Document = { components?: { schemas?: Record<string, unknown> } };

const REFERENCE_PREFIX = "#/components/schemas/";

/**
 * The document without schemas that nothing refers to, and with plain names. The generator writes every
 * schema twice, as input and as output, and calls the first `<name>Input` even where it is the only one.
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

type Operation = { requestBody?: { required?: boolean; content?: Record<string, { schema?: JsonSchema }> } };
type JsonSchema = { $ref?: string; default?: unknown };

/** The document in which a body that has a default need not be sent; the generator says so of none. */
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
