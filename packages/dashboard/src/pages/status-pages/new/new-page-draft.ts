import type { PageSuggestion } from "@vedette/contract/status-pages/page-suggestion.ts";
import type { StatusPageCreateInput } from "@vedette/contract/status-pages/status-pages.ts";

/** Form state of a new status page. Pure. */

export type NewPageDraft = {
  title: string;
  slug: string;
  components: readonly (PageSuggestion["components"][number] & { isIncluded: boolean })[];
};

export function draftOfSuggestion({ title, slug, components }: PageSuggestion): NewPageDraft {
  return { title, slug, components: components.map((one) => ({ ...one, isIncluded: true })) };
}

export function bodyOfNewPage(
  { title, slug, components }: NewPageDraft,
  published: boolean,
): StatusPageCreateInput {
  const included = components.filter(({ isIncluded }) => isIncluded);
  return {
    ...{ title, slug, published },
    components: included.map(({ name, selector }) => ({ name, selector })),
  };
}

/** Returns the index that a component of the form has in the request, or null if it is not sent. */
export function sentIndexOf({ components }: Pick<NewPageDraft, "components">, index: number): number | null {
  if (!components[index]?.isIncluded) return null;
  return components.slice(0, index).filter(({ isIncluded }) => isIncluded).length;
}
