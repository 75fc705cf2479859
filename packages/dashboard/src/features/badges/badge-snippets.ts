import { BADGE_PERIODS, type BadgeStyle } from "@vedette/contract/badges/badge-words.ts";
import { t } from "../../language/t.ts";

/** Addresses of badges, and how to put one on a page. Pure. */

/** What has badges, as in the path of its key. */
export type BadgeKind = "monitors" | "api-monitors" | "journeys" | "heartbeats" | "status-pages";

export type BadgeFigureOption = { value: string; label: string };

const STATUS = { value: "status", label: t("Status") };
const UPTIME = BADGE_PERIODS.map((period) => ({
  value: `uptime/${period}`,
  label: t("Uptime {period}", { period }),
}));
const RESPONSE = BADGE_PERIODS.map((period) => ({
  value: `response/${period}`,
  label: t("Response time {period}", { period }),
}));
const CERTIFICATE = { value: "certificate", label: t("Days until the certificate expires") };
const HEARTBEAT = { value: "heartbeat", label: t("Last ping") };

const FIGURES: Record<BadgeKind, readonly BadgeFigureOption[]> = {
  monitors: [STATUS, ...UPTIME, ...RESPONSE, CERTIFICATE],
  "api-monitors": [STATUS, ...UPTIME, ...RESPONSE],
  journeys: [STATUS, ...UPTIME, ...RESPONSE],
  heartbeats: [STATUS, ...UPTIME, HEARTBEAT],
  "status-pages": [STATUS],
};

/** The figures that badges of a kind can show. */
export function badgeFigures(kind: BadgeKind): readonly BadgeFigureOption[] {
  return FIGURES[kind];
}

export type BadgeDraft = { figure: string; label: string; style: BadgeStyle };

/** The path of a badge below the address of its key, with the options that differ from the defaults. */
export function badgePath({ figure, label, style }: BadgeDraft): string {
  const query = new URLSearchParams({
    ...(label !== "" && { label }),
    ...(style !== "flat" && { style }),
  });
  return `/${figure}.svg${query.size > 0 ? `?${query}` : ""}`;
}

export type Snippet = { label: string; text: string };

/** A badge as Markdown, HTML and URL. `alt` is what a screen reader says. */
export function badgeSnippets(url: string, alt: string): Snippet[] {
  return [
    { label: t("Markdown"), text: `![${alt.replace(/[\\[\]]/g, "\\$&")}](${url})` },
    { label: "HTML", text: `<img src="${escapeAttribute(url)}" alt="${escapeAttribute(alt)}">` },
    { label: "URL", text: url },
  ];
}

/** The widget of a status page as a frame and as a script. */
export function widgetSnippets(keyUrl: string, title: string): Snippet[] {
  const name = escapeAttribute(title);
  return [
    {
      label: t("Widget without script"),
      text: `<iframe src="${keyUrl}/embed" title="${name}" width="380" height="144" style="border:0" loading="lazy"></iframe>`,
    },
    {
      label: t("Widget by script"),
      text: `<script src="${keyUrl}/embed.js" async data-title="${name}"></script>`,
    },
  ];
}

function escapeAttribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
