import { isObject } from "@vedette/contract/code/code-resources.ts";
import { REQUEST_FIELDS } from "@vedette/contract/code/to-create-request.ts";
import type { Fields } from "../kinds/kind.ts";
import type { ReferenceNames } from "./names.ts";

const WRITTEN = new Map(Object.entries(REQUEST_FIELDS).map(([written, field]) => [field, written]));
const ID_LISTS = new Set(["parents", "targets", "groups", "channel_ids", "show_on"]);

/** Returns the name that a field of the API has in a document. */
export function writtenName(field: string): string {
  return WRITTEN.get(field) ?? field;
}

/** Returns the name that a field of a document has in the normal form; `retries` and `on` are short forms. */
export function fieldName(written: string): string {
  if (written === "on") return "selector";
  return written === "retries" ? "retry" : (REQUEST_FIELDS[written] ?? written);
}

/** Returns fields as a document has them: with references in place of IDs. */
export function toDocumentForm(fields: Fields, names: ReferenceNames): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [writtenName(name), withReferences(name, value, names)]),
  );
}

/** Returns the value of one field of the normal form, with references in place of IDs. */
export function withReferences(name: string, value: unknown, names: ReferenceNames): unknown {
  if (name === "group_id" || name === "parent_id")
    return typeof value === "string" ? names.refer(value) : value;
  if (ID_LISTS.has(name) && Array.isArray(value))
    return value.map((each: unknown) => (typeof each === "string" ? names.refer(each) : each));
  if (name === "selector" && isObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([field, each]) => [field, withReferences(field, each, names)]),
    );
  if (name === "components" && Array.isArray(value))
    return value.map((each: unknown) => (isObject(each) ? toDocumentForm(each, names) : each));
  return value;
}
