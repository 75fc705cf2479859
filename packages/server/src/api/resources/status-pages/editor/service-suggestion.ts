import type { PageSuggestion } from "@vedette/contract/status-pages/page-suggestion.ts";
import { listGroups } from "../../../../pipeline/groups/queries.ts";
import { suggestComponents } from "../../../../pipeline/status-pages/suggestions/suggest-components.ts";
import {
  findOrganizationName,
  listSlugsLike,
  listSuggestedTargets,
} from "../../../../pipeline/status-pages/suggestions/suggestion-queries.ts";
import type { PageReadContext } from "../page-context.ts";

/** What a first status page could be. Nothing is stored. */
export async function suggestPage({ db, orgId, clock }: PageReadContext): Promise<PageSuggestion> {
  const title = (await findOrganizationName(db, orgId)) ?? "Status";
  const groups = await listGroups(db, orgId);
  const components = suggestComponents(groups, await listSuggestedTargets(db, orgId));
  const wanted = toSlug(title);
  const taken = new Set(await listSlugsLike(db, wanted, new Date(clock.now())));
  return { title, slug: firstFree(wanted, taken), components };
}

/** Room for a number at the end of a slug of at most 63 characters. */
const SLUG_LENGTH = 50;

function toSlug(title: string): string {
  const slug = title
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, SLUG_LENGTH)
    .replaceAll(/^-+|-+$/g, "");
  return slug === "" ? "status" : slug;
}

function firstFree(slug: string, taken: ReadonlySet<string>): string {
  let free = slug;
  for (let number = 2; taken.has(free); number += 1) free = `${slug}-${number}`;
  return free;
}
