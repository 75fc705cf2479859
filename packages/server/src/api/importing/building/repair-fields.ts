import { type CodeKind, SECTION_OF } from "@vedette/contract/code/code-keys.ts";
import type { CodeError, CodePath } from "@vedette/contract/code/code-resources.ts";
import { listResources } from "@vedette/contract/code/list-resources.ts";
import { validateResource } from "@vedette/contract/code/validate-resource.ts";
import type { DocumentObject } from "../document-value.ts";
import { errorSentence } from "./error-sentence.ts";
import { withValues } from "./import-credential.ts";

/** Without one of these, the resource would check something else, or be about something else. */
const ESSENTIAL = new Set([
  ...["name", "type", "url", "host", "port", "method", "server", "record", "steps", "script", "schedule"],
  ...["grace_seconds", "config", "params", "starts_at", "duration_seconds", "rrule", "timezone"],
  ...["slug", "title", "value", "invert", "expect_closed", "on", "selector", "channels", "groups"],
]);
/** Lists that lose an invalid element; any other list is left out as a whole. */
const LISTS = new Set(["assertions", "components"]);
/** Each round removes at least one field or element. */
const ROUNDS_MAX = 100;

type Repaired = { fields: DocumentObject; errors: null } | { fields: null; errors: string[] };

/**
 * Returns fields that a create request accepts. Optional fields, assertions and components that it refuses are removed
 * with a reason; anything else that it refuses is an error. References may be to any resource here.
 */
export function repairFields(kind: CodeKind, given: DocumentObject, reasons: string[]): Repaired {
  let fields = given;
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const errors = fieldErrors(kind, fields);
    if (errors.length === 0) return { fields, errors: null };
    const essential = errors.filter(
      ({ path: [field] }) => field === undefined || ESSENTIAL.has(String(field)),
    );
    if (essential.length > 0) return { fields: null, errors: [...new Set(essential.map(sentenceOf))] };
    reasons.push(...errors.map((error) => `Not imported: ${sentenceOf(error)}`));
    fields = withoutRefused(fields, errors);
  }
  return { fields: null, errors: ["It has too many invalid fields."] };
}

/** Errors with paths inside of the resource. Values of credentials are validated too. */
function fieldErrors(kind: CodeKind, fields: DocumentObject): CodeError[] {
  let ids = 0;
  const placeholder = () => `00000000-0000-7000-8000-${String(++ids).padStart(12, "0")}`;
  const resolver = {
    ...{ idOf: placeholder, personOf: placeholder },
    valueOf: () => "placeholder",
  };
  return listResources({ [SECTION_OF[kind]]: { key: withValues(fields) } })
    .flatMap((resource) => validateResource(resource, resolver))
    .map(({ path, message }) => ({ path: path.slice(2), message }));
}

function sentenceOf({ path, message }: CodeError): string {
  return errorSentence(path, message);
}

function withoutRefused(fields: DocumentObject, errors: readonly CodeError[]): DocumentObject {
  const isElement = ([field, index]: CodePath) => LISTS.has(String(field)) && typeof index === "number";
  const paths = errors.map(({ path }) => path);
  const names = new Set(paths.filter((path) => !isElement(path)).map(([field]) => String(field)));
  const elements = new Set(paths.filter(isElement).map(([field, index]) => `${field}/${index}`));
  const kept = Object.entries(fields).filter(([name]) => !names.has(name));
  return Object.fromEntries(
    kept.map(([name, value]) => [
      name,
      Array.isArray(value) ? value.filter((_, index) => !elements.has(`${name}/${index}`)) : value,
    ]),
  );
}
