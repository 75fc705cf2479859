import { CODE_KINDS, type CodeKind, SECTION_OF } from "./code-keys.ts";
import { type CodePath, type CodeResource, isObject } from "./code-resources.ts";
import { DURATION_FIELDS, toSeconds } from "./durations.ts";
import { LIFECYCLE_FIELDS } from "./resource-shape.ts";

/**
 * Lists the resources of a document as it is written, before defaults of the API apply. What does not have the right shape
 * is left out: the schema of the document reports it.
 */
export function listResources(document: Readonly<Record<string, unknown>>): CodeResource[] {
  const defaults = isObject(document.defaults) ? document.defaults : {};
  return CODE_KINDS.flatMap((kind) => {
    const entries = entriesOf(document[SECTION_OF[kind]]);
    if (kind !== "variable")
      return entries.flatMap(([key, value]) => toResource(kind, { key, value, defaults: defaults[kind] }));
    return [
      ...entries.map(([key, value]) =>
        toVariable("string", { key, value, path: [SECTION_OF.variable, key] }),
      ),
      ...entriesOf(document.secrets).map(([key, value]) =>
        toVariable("secret", { key, value, path: ["secrets", key] }),
      ),
    ];
  });
}

function entriesOf(section: unknown): [string, unknown][] {
  return isObject(section) ? Object.entries(section) : [];
}

function toVariable(
  type: "string" | "secret",
  { key, value, path }: { key: string; value: unknown; path: CodePath },
): CodeResource {
  return {
    ...{ kind: "variable", key, path },
    fields: { name: key, type, value },
    ...{ protect: false, ignoreChanges: [] },
    writtenAt: new Map([["value", path]]),
  };
}

/** The name that a resource has if the document does not say it. */
const NAME_FIELDS: Partial<Record<CodeKind, readonly string[]>> = { status_page: ["title", "slug"] };

function toResource(
  kind: CodeKind,
  { key, value, defaults }: { key: string; value: unknown; defaults: unknown },
): CodeResource[] {
  if (!isObject(value)) return [];
  const path = [SECTION_OF[kind], key];
  const given = isObject(defaults) ? defaults : {};
  const writtenAt = new Map<string, CodePath>(
    Object.keys(given)
      .filter((name) => !Object.hasOwn(value, name))
      .map((name) => [name, ["defaults", kind, name]]),
  );
  const { on, ...merged } = { ...given, ...value };
  const fields: Record<string, unknown> = { ...merged };
  if (on !== undefined && fields.selector === undefined) {
    fields.selector = on;
    writtenAt.set("selector", [...path, "on"]);
  }
  for (const name of NAME_FIELDS[kind] ?? ["name"]) fields[name] ??= key;
  for (const name of DURATION_FIELDS[kind]) if (name in fields) fields[name] = toSeconds(fields[name]);
  const { protect, ignore_changes: ignored } = fields;
  for (const name of LIFECYCLE_FIELDS) delete fields[name];
  const ignoreChanges = Array.isArray(ignored) ? ignored.filter((name) => typeof name === "string") : [];
  return [{ kind, key, path, fields, protect: protect === true, ignoreChanges, writtenAt }];
}
