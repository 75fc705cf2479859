import { PAGE_FIRST_COMPONENTS_MAX } from "@vedette/contract/status-pages/page-limits.ts";
import { sanitizeCss } from "../../../../pipeline/status-pages/styles/sanitize-css.ts";
import { cutText } from "../../building/clean-texts.ts";
import type { ImportBuilder } from "../../building/import-builder.ts";
import type { KumaRow, KumaTable } from "../database/kuma-database.ts";
import { type KumaContext, membersOf } from "../draft/kuma-context.ts";
import { columnNumber, columnText, flagOf, idOf, lookUp, readName } from "../draft/row-values.ts";
import type { MadeTargets } from "../targets/map-targets.ts";

/** Status pages, with their groups and components. */

type Tables = Readonly<Record<KumaTable, readonly KumaRow[]>>;
type Component = {
  name: string;
  group?: string;
  targets?: { kind: string; key: string }[];
};

const THEMES: Readonly<Record<string, string>> = { auto: "system", light: "light", dark: "dark" };
const AUTO_REFRESH_SECONDS = 300;

/** Returns the keys of the pages that were made, by their ID. */
export function mapPages(
  tables: Tables,
  { context, targets, builder }: { context: KumaContext; targets: MadeTargets; builder: ImportBuilder },
): Map<number, string> {
  const made = new Map<number, string>();
  for (const row of tables.status_page) {
    const key = `status-page-${idOf(row)}`;
    const { name: title, reasons } = readName(columnText(row, "title"), key);
    const { groups, components } = contentOf(row, { tables, context, targets, reasons });
    const fields = {
      slug: columnText(row, "slug").toLowerCase(),
      description: columnText(row, "description"),
      published: flagOf(row, "published", true),
      theme: lookUp(THEMES, columnText(row, "theme")) ?? "system",
      noindex: !flagOf(row, "search_engine_index", true),
      hide_branding: !flagOf(row, "show_powered_by", true),
      ...cssOf(row, reasons),
      groups,
      components,
    };
    addDifferences(row, tables, reasons);
    if (builder.add({ kind: "status_page", key, name: title, fields, reasons })) made.set(idOf(row), key);
  }
  rejectIncidents(tables, builder);
  return made;
}

type ContentRequest = { tables: Tables; context: KumaContext; targets: MadeTargets; reasons: string[] };

const byWeight = (one: KumaRow, other: KumaRow): number =>
  (columnNumber(one, "weight") ?? 0) - (columnNumber(other, "weight") ?? 0) || idOf(one) - idOf(other);

function contentOf(page: KumaRow, { tables, context, targets, reasons }: ContentRequest) {
  const rows = tables.group.filter((row) => idOf(row, "status_page_id") === idOf(page)).sort(byWeight);
  const groups: { name: string }[] = [];
  const components: Component[] = [];
  for (const row of rows) {
    const name = uniqueIn(groups, readName(columnText(row, "name"), `group-${idOf(row)}`).name);
    groups.push({ name });
    const links = tables.monitor_group.filter((link) => idOf(link, "group_id") === idOf(row)).sort(byWeight);
    for (const link of links) {
      const component = componentOf(link, { context, targets, reasons });
      if (component !== null) components.push({ ...component, group: name });
    }
  }
  if (components.length > PAGE_FIRST_COMPONENTS_MAX)
    reasons.push(
      `Only ${PAGE_FIRST_COMPONENTS_MAX} of ${components.length} components are made; add the others.`,
    );
  if (groups.length > PAGE_FIRST_COMPONENTS_MAX)
    reasons.push(`Only ${PAGE_FIRST_COMPONENTS_MAX} of ${groups.length} groups are made.`);
  const keptGroups = groups.slice(0, PAGE_FIRST_COMPONENTS_MAX);
  const names = new Set(keptGroups.map(({ name }) => name));
  const kept = components.filter(({ group }) => group !== undefined && names.has(group));
  return { groups: keptGroups, components: kept.slice(0, PAGE_FIRST_COMPONENTS_MAX) };
}

function uniqueIn(groups: readonly { name: string }[], wanted: string): string {
  let name = wanted;
  for (let number = 2; groups.some((group) => group.name === name); number += 1)
    name = `${cutText(wanted, 190)} (${number})`;
  return name;
}

/** A monitor of the type group shows the worst status of its members. */
function componentOf(
  link: KumaRow,
  { context, targets, reasons }: Omit<ContentRequest, "tables">,
): Component | null {
  const id = idOf(link, "monitor_id");
  const monitor = context.monitors.get(id);
  if (monitor === undefined) return null;
  const { name } = readName(columnText(monitor, "name"), `monitor-${id}`);
  const own = columnText(monitor, "type") === "group" ? membersOf(context, id).map((row) => idOf(row)) : [id];
  const made = own.flatMap((each) => {
    const target = targets.get(each);
    return target === undefined ? [] : { kind: target.kind, key: target.key };
  });
  if (made.length === 0) {
    reasons.push(`The component '${name}' is not made, because its monitor is not.`);
    return null;
  }
  if (flagOf(link, "send_url") || columnText(link, "custom_url") !== "")
    reasons.push(`The component '${name}' has no link.`);
  return { name, targets: made };
}

/** Rules that the sanitizer rejects would make the page invalid. */
function cssOf(row: KumaRow, reasons: string[]): { custom_css?: string } {
  const css = columnText(row, "custom_css");
  if (css.trim() === "") return {};
  const [error] = sanitizeCss(css).errors;
  if (error === undefined) {
    reasons.push("The custom CSS was written for the elements of Uptime Kuma; check how the page looks.");
    return { custom_css: css };
  }
  reasons.push(`The custom CSS is not kept: line ${error.line} ${error.message}.`);
  return {};
}

function addDifferences(row: KumaRow, tables: Tables, reasons: string[]): void {
  const domains = tables.status_page_cname
    .filter((each) => idOf(each, "status_page_id") === idOf(row))
    .map((each) => columnText(each, "domain"));
  if (domains.length > 0)
    reasons.push(`Its domains must be added and verified again: ${domains.slice(0, 10).join(", ")}.`);
  const icon = columnText(row, "icon");
  const refresh = columnNumber(row, "auto_refresh_interval") ?? AUTO_REFRESH_SECONDS;
  const lost: readonly [string, boolean][] = [
    ["footer text", columnText(row, "footer_text") !== ""],
    ["icon", icon !== "" && icon !== "/icon.svg"],
    ["password", columnText(row, "password") !== ""],
    [
      "analytics",
      columnText(row, "analytics_id") !== "" || columnText(row, "google_analytics_tag_id") !== "",
    ],
    ["show tags", flagOf(row, "show_tags")],
    ["show certificate expiry", flagOf(row, "show_certificate_expiry")],
    ["show only the last heartbeat", flagOf(row, "show_only_last_heartbeat")],
    ["RSS title", columnText(row, "rss_title") !== ""],
    ["auto refresh interval", refresh !== AUTO_REFRESH_SECONDS],
  ];
  for (const [label, isSet] of lost) if (isSet) reasons.push(`The field '${label}' has no counterpart.`);
  const theme = columnText(row, "theme");
  if (lookUp(THEMES, theme) === undefined)
    reasons.push(`The theme '${theme}' is not known; the page follows the system.`);
}

/** Incidents are data of a page, and documents have only its configuration. */
function rejectIncidents({ incident }: Tables, builder: ImportBuilder): void {
  for (const row of incident) {
    const { name } = readName(columnText(row, "title"), `incident-${idOf(row)}`);
    const isOpen = flagOf(row, "pin") && flagOf(row, "active", true);
    const reason = isOpen
      ? "It is open; publish it on the page again."
      : "It is over; past incidents are not imported.";
    builder.notMade({ kind: "incident", key: `incident-${idOf(row)}`, name, reasons: [reason] });
  }
}
