import { CODE_VERSION } from "@vedette/contract/code/code-document.ts";
import { CODE_KINDS, type CodeKind, SECTION_OF } from "@vedette/contract/code/code-keys.ts";
import type { CodeExport } from "@vedette/contract/code/code-projects.ts";
import type { CodePath } from "@vedette/contract/code/code-resources.ts";
import type { CodeContext } from "../code-context.ts";
import { toDocumentForm } from "../document/document-form.ts";
import type { ReferenceNames } from "../document/names.ts";
import { isMark, type Live } from "../kinds/kind.ts";
import { adapterOf, type Kinds } from "../kinds/kinds.ts";
import { foldDefaults } from "./fold-defaults.ts";

/** Writes resources as a document: in a stable order, without defaults, and with names in place of credentials. */

export type Exported = {
  kind: CodeKind;
  key: string;
  live: Live;
  protect: boolean;
  ignoreChanges: readonly string[];
};

export async function exportResources(
  ctx: CodeContext,
  kinds: Kinds,
  { project, resources, names }: { project: string; resources: readonly Exported[]; names: ReferenceNames },
): Promise<CodeExport> {
  const written: CodeExport = { document: { version: CODE_VERSION, project }, credentials: [] };
  for (const kind of CODE_KINDS) {
    const some = resources.filter((resource) => resource.kind === kind);
    for (const resource of some.toSorted((a, b) => (a.key < b.key ? -1 : 1)))
      if (kind === "variable") addVariable(resource, written);
      else addResource(resource, await toFields(ctx, kinds, resource, names), written);
  }
  return written;
}

function addVariable({ key, live }: Exported, written: CodeExport): void {
  const { type, value } = live.fields;
  const section = type === "secret" ? "secrets" : "variables";
  addTo(written.document, section, key, withCredentials(value, { path: [section, key], stem: key, written }));
}

function addResource({ kind, key }: Exported, fields: object, written: CodeExport): void {
  const section = SECTION_OF[kind];
  addTo(
    written.document,
    section,
    key,
    withCredentials(fields, { path: [section, key], stem: key, written }),
  );
}

function addTo(document: Record<string, unknown>, section: string, key: string, value: unknown): void {
  document[section] = { ...(document[section] as object | undefined), [key]: value };
}

async function toFields(
  ctx: CodeContext,
  kinds: Kinds,
  { kind, key, live, protect, ignoreChanges }: Exported,
  names: ReferenceNames,
): Promise<object> {
  const { name, title, slug, selector, ...rest } = toDocumentForm(
    await foldDefaults(ctx, adapterOf(kinds, kind), live),
    names,
  );
  const select = kind === "rule" || kind === "maintenance_window" ? "on" : "selector";
  const unlessKey = (field: string, value: unknown) =>
    value === undefined || value === key ? {} : { [field]: value };
  return {
    ...unlessKey("name", name),
    ...unlessKey("title", title),
    ...(kind === "status_page" ? unlessKey("slug", slug) : slug !== undefined && { slug }),
    ...rest,
    ...(selector != null && { [select]: selector }),
    ...(protect && { protect }),
    ...(ignoreChanges.length > 0 && { ignore_changes: ignoreChanges }),
  };
}

type Place = { path: CodePath; stem: string; written: CodeExport };

/** Replaces marks by environment variables, and lists these. */
function withCredentials(value: unknown, { path, stem, written }: Place): unknown {
  if (isMark(value)) {
    const name = environmentName(stem);
    written.credentials.push({ path: [...path], name });
    return { env: name };
  }
  if (Array.isArray(value))
    return value.map((each, nr) =>
      withCredentials(each, { path: [...path, nr], stem: `${stem}_${nr}`, written }),
    );
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => {
      const longer = name === "config" ? stem : `${stem}_${name}`;
      return [name, withCredentials(each, { path: [...path, name], stem: longer, written })];
    }),
  );
}

function environmentName(stem: string): string {
  const name = stem.replaceAll(/[^A-Za-z0-9]+/g, "_").toUpperCase();
  return (/^[A-Z_]/.test(name) ? name : `_${name}`).slice(0, 255);
}
