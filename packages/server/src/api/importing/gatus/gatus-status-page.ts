import { PAGE_FIRST_COMPONENTS_MAX, PAGE_LINKS_MAX } from "@vedette/contract/status-pages/page-limits.ts";
import { cleanName } from "../building/clean-texts.ts";
import { type DocumentObject, isObject, listOf, objectOf, textOf } from "../document-value.ts";
import type { GatusContext } from "./gatus-endpoints.ts";
import { unknownFields } from "./gatus-values.ts";

const KNOWN = new Set(["title", "description", "header", "dashboard-heading", "link", "buttons"]);
const SLUG_LENGTH_MAX = 63;

/** Adds an unpublished status page with the branding of `ui` and a component for each target. */
export function addStatusPage(ui: unknown, { builder, texts, shown: targets }: GatusContext): void {
  if (!isObject(ui) || Object.keys(ui).length === 0) return;
  const reasons = unknownFields(ui, KNOWN);
  const title = [ui.title, ui.header, ui["dashboard-heading"]]
    .map((text) => texts.plain(textOf(text) ?? ""))
    .find((text) => text !== "");
  const name = title ?? "Health status";
  const shown = targets.slice(0, PAGE_FIRST_COMPONENTS_MAX);
  if (shown.length < targets.length)
    reasons.push(
      `It shows the first ${shown.length} of ${targets.length} targets; add the others on the page.`,
    );
  const groups = [...new Set(shown.map(({ group }) => cleanName(group, "", [])))].filter(
    (group) => group !== "",
  );
  const key = builder.reserveKey("status_page", slugOf(name));
  builder.add({
    kind: "status_page",
    key,
    name,
    fields: {
      slug: slugOf(key),
      published: false,
      description: texts.plain(textOf(ui.description) ?? ""),
      links: linksOf(ui),
      groups: groups.map((group) => ({ name: group })),
      components: shown.map((target) => {
        const group = cleanName(target.group, "", []);
        return {
          name: cleanName(target.name, target.key, []),
          ...(group !== "" && { group }),
          targets: [target.key],
        };
      }),
    },
    reasons: ["It is not published yet.", ...reasons],
  });
}

function linksOf(ui: DocumentObject): { label: string; url: string }[] {
  const buttons = listOf(ui.buttons).map(objectOf);
  const all = [
    ...buttons.map((button) => ({ label: button.name, url: button.link })),
    { label: "Website", url: ui.link },
  ];
  const links = all.flatMap(({ label, url }) => {
    const [text, target] = [textOf(label) ?? "", textOf(url) ?? ""];
    return text.trim() === "" || target === "" ? [] : [{ label: text.trim().slice(0, 60), url: target }];
  });
  const distinct = new Map(links.map((link) => [link.url, link]));
  return [...distinct.values()].slice(0, PAGE_LINKS_MAX);
}

function slugOf(text: string): string {
  const slug = text
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, SLUG_LENGTH_MAX)
    .replaceAll(/^-+|-+$/g, "");
  return slug === "" ? "gatus" : slug;
}
