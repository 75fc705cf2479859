import { type CodeKind, SECTION_OF } from "@vedette/contract/code/code-keys.ts";
import { listResources } from "@vedette/contract/code/list-resources.ts";
import { validateResource } from "@vedette/contract/code/validate-resource.ts";

/**
 * Returns what is wrong with a resource, as sentences. `fields` have the values of credentials, unlike those of a document,
 * and may refer to any resource.
 */
export function resourceErrors(
  kind: CodeKind,
  { key, fields }: { key: string; fields: Readonly<Record<string, unknown>> },
): string[] {
  let ids = 0;
  const resolver = {
    idOf: () => `00000000-0000-7000-8000-${String(++ids).padStart(12, "0")}`,
    valueOf: () => "placeholder",
  };
  const sentences = listResources({ [SECTION_OF[kind]]: { [key]: fields } })
    .flatMap((resource) => validateResource(resource, resolver))
    .map(({ path, message }) => {
      const field = path.slice(2).join(".");
      return field === "" ? `It is not valid: ${message}.` : `The field '${field}' ${message}.`;
    });
  return [...new Set(sentences)];
}
