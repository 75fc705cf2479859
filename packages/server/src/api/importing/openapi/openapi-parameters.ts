import { isObject, listOf, objectOf, textOf } from "../document-value.ts";
import type { ImportContext, Pair } from "../request-draft.ts";
import type { ResolveRef } from "./resolve-refs.ts";
import type { Sample } from "./sample-schema.ts";

export type Parameters = { path: Map<string, string>; query: Pair[]; headers: Pair[] };

/** These three are described elsewhere in the document. Source: OpenAPI 3.1, "Parameter Object". */
const RESERVED_HEADERS = new Set(["accept", "content-type", "authorization"]);

type Given = { where: string; shared: unknown; own: unknown };

/** Returns values for the parameters that an operation requires or gives an example of; lists the others. */
export function parametersOf(
  { where, shared, own }: Given,
  tools: { resolve: ResolveRef; sample: (schema: unknown) => Sample },
  { notes }: ImportContext,
): Parameters {
  const found: Parameters = { path: new Map(), query: [], headers: [] };
  const merged = new Map<string, Readonly<Record<string, unknown>>>();
  for (const parameter of [...listOf(shared), ...listOf(own)].map((value) => tools.resolve(value))) {
    const name = textOf(parameter.name);
    if (name !== null) merged.set(`${textOf(parameter.in)} ${name}`, parameter);
  }
  for (const parameter of merged.values()) {
    const name = textOf(parameter.name) ?? "";
    if (parameter.in === "header" && RESERVED_HEADERS.has(name.toLowerCase())) continue;
    const sampled = sampleOf(parameter, tools);
    const isRequired = parameter.required === true || parameter.in === "path";
    if (!isRequired && !hasExample(parameter, tools.resolve)) {
      const why = "They may be left out, and the document gives no example";
      notes.addTo({ where, what: "Parameters", why }, name);
      continue;
    }
    if (!sampled.isGiven) {
      const why = "The document gives no example; a value of its type stands there";
      notes.add({ where, what: `A value for the parameter ${name}`, why });
    }
    place(found, { parameter, name, value: sampled.value });
  }
  return found;
}

type Placed = { parameter: Readonly<Record<string, unknown>>; name: string; value: unknown };

function place(found: Parameters, { parameter, name, value }: Placed): void {
  switch (parameter.in) {
    case "path":
      found.path.set(name, joined(value));
      break;
    case "query":
      found.query.push(...queryPairs({ parameter, name, value }));
      break;
    case "header":
      found.headers.push([name, joined(value)]);
      break;
    case "cookie":
      found.headers.push(["Cookie", `${name}=${joined(value)}`]);
      break;
  }
}

/** Serializes the styles `form` and `deepObject`; the two others differ in the separator. */
function queryPairs({ parameter, name, value }: Placed): Pair[] {
  const isExploded = parameter.explode !== false;
  if (Array.isArray(value)) {
    return isExploded ? value.map((item): Pair => [name, joined(item)]) : [[name, joined(value)]];
  }
  if (!isObject(value)) return [[name, joined(value)]];
  return Object.entries(value).map(([key, inner]): Pair => {
    return [parameter.style === "deepObject" ? `${name}[${key}]` : key, joined(inner)];
  });
}

function joined(value: unknown): string {
  if (Array.isArray(value)) return value.map(joined).join(",");
  return textOf(value) ?? JSON.stringify(value ?? "");
}

function sampleOf(
  parameter: Readonly<Record<string, unknown>>,
  { resolve, sample }: { resolve: ResolveRef; sample: (schema: unknown) => Sample },
): Sample {
  if (parameter.example !== undefined) return { value: parameter.example, isGiven: true };
  const first = Object.values(objectOf(parameter.examples))[0];
  const value = first === undefined ? undefined : resolve(first).value;
  if (value !== undefined) return { value, isGiven: true };
  const media = Object.values(objectOf(parameter.content))[0];
  return sample(parameter.schema ?? objectOf(media).schema);
}

/** Whether there is a written example. A default does not count, because the server applies it anyway. */
function hasExample(parameter: Readonly<Record<string, unknown>>, resolve: ResolveRef): boolean {
  const schema = resolve(parameter.schema);
  return [parameter.example, parameter.examples, schema.example, schema.examples].some(
    (value) => value !== undefined,
  );
}
