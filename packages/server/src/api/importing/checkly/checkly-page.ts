import { PAGE_FIRST_COMPONENTS_MAX } from "@vedette/contract/status-pages/page-limits.ts";
import { cleanName } from "../building/clean-texts.ts";
import type { ImportBuilder } from "../building/import-builder.ts";
import { listOf, objectOf, textOf } from "../document-value.ts";
import { type ChecklyResource, refOf } from "./read-bundle.ts";

const THEMES: Readonly<Record<string, string>> = { DARK: "dark", LIGHT: "light" };

/** Returns the IDs of the services on the cards of a page. */
export function listServices({ cards }: ChecklyResource["payload"]): string[] {
  return listOf(cards).flatMap((card) =>
    listOf(objectOf(card).services).flatMap((service) => refOf(service) ?? []),
  );
}

/** Adds a status page. Its cards are groups, and its services are components whose status is set by hand. */
export function addPage(
  { id, payload }: ChecklyResource,
  services: ReadonlyMap<string, ChecklyResource>,
  builder: ImportBuilder,
): void {
  const key = builder.reserveKey("status_page", id);
  const name = textOf(payload.name) ?? id;
  const reasons = [
    "It is not published yet.",
    "Its services have no checks: choose the targets of each component.",
  ];
  for (const field of ["customDomain", "logo", "favicon"]) {
    if (textOf(payload[field])) reasons.push(`The field '${field}' is not imported: set it on the page.`);
  }
  const cards = listOf(payload.cards).map(objectOf);
  const groups = [...new Set(cards.map((card) => cleanName(textOf(card.name) ?? "", "Services", [])))];
  const components = cards.flatMap((card) =>
    listOf(card.services).flatMap((service) => {
      const found = services.get(refOf(service) ?? "");
      const label = found === undefined ? "" : (textOf(found.payload.name) ?? found.id);
      if (label === "") return [];
      return [
        {
          name: cleanName(label, "Service", []),
          group: cleanName(textOf(card.name) ?? "", "Services", []),
        },
      ];
    }),
  );
  const shown = components.slice(0, PAGE_FIRST_COMPONENTS_MAX);
  if (shown.length < components.length)
    reasons.push(`It shows the first ${shown.length} of ${components.length} services.`);
  const website = textOf(payload.redirectTo) ?? "";
  const theme = THEMES[textOf(payload.defaultTheme) ?? ""];
  builder.add({
    kind: "status_page",
    key,
    name,
    fields: {
      slug: textOf(payload.url) ?? key.toLowerCase(),
      published: false,
      ...(theme !== undefined && { theme }),
      ...(website !== "" && { links: [{ label: "Website", url: website }] }),
      groups: groups.map((group) => ({ name: group })).slice(0, PAGE_FIRST_COMPONENTS_MAX),
      components: shown,
    },
    reasons,
  });
}
