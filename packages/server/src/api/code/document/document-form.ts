import { isObject } from "@vedette/contract/code/code-resources.ts";
import { REQUEST_FIELDS } from "@vedette/contract/code/to-create-request.ts";
import type { Fields } from "../kinds/kind.ts";
import type { ReferenceNames } from "./names.ts";

const WRITTEN = new Map(Object.entries(REQUEST_FIELDS).map(([written, field]) => [field, written]));
const ID_FIELDS = new Set(["group_id", "parent_id", "escalation_policy_id", "fallback_policy_id", "slo_id"]);
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
  if (ID_FIELDS.has(name)) return typeof value === "string" ? names.refer(value) : value;
  if (ID_LISTS.has(name) && Array.isArray(value))
    return value.map((each: unknown) => (typeof each === "string" ? names.refer(each) : each));
  if (name === "selector" && isObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([field, each]) => [field, withReferences(field, each, names)]),
    );
  if (name === "components" && Array.isArray(value))
    return value.map((each: unknown) => (isObject(each) ? toDocumentForm(each, names) : each));
  if (name === "config" && isObject(value)) return withPeople(value, names);
  if (name === "layers" && Array.isArray(value)) return value.map((layer) => layerForm(layer, names));
  if (name === "steps" && Array.isArray(value)) return value.map((step) => stepForm(step, names));
  return value;
}

function layerForm(layer: unknown, names: ReferenceNames): unknown {
  return isObject(layer) ? withPeople(layer, names) : layer;
}

function withPeople(value: Record<string, unknown>, names: ReferenceNames): Record<string, unknown> {
  if (!Array.isArray(value.people)) return value;
  return { ...value, people: value.people.map((id: unknown) => names.referPerson(String(id))) };
}

/** Steps of API monitors and journeys notify no one. */
function stepForm(step: unknown, names: ReferenceNames): unknown {
  if (!isObject(step) || !Array.isArray(step.notify)) return step;
  const notify = step.notify.map((target: unknown) => {
    if (!isObject(target)) return target;
    const { type, id } = target;
    if (type === "all") return { all: true };
    return { [String(type)]: type === "user" ? names.referPerson(String(id)) : names.refer(String(id)) };
  });
  return { ...step, notify };
}
