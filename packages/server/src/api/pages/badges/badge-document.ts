import type { BadgeFormat } from "@vedette/contract/badges/badge-words.ts";
import type { BadgeOptions } from "./badge-request.ts";
import type { BadgeLevel, BadgeText } from "./badge-text.ts";

/** A badge in one of its formats. */

/** How long shields.io keeps a badge: its least. */
const SHIELDS_SECONDS = 300;

const COLORS: Record<BadgeLevel, string> = {
  good: "brightgreen",
  warning: "yellow",
  bad: "red",
  maintenance: "blue",
  unknown: "lightgrey",
};

type Badge = { label: string; text: BadgeText; options: BadgeOptions };

export async function renderBadge(
  format: BadgeFormat,
  { label, text, options }: Badge,
): Promise<{ type: string; text: string }> {
  const { message, level, value } = text;
  const color = options[`color_${level}`] ?? COLORS[level];
  if (format === "svg") {
    // Its tables of character widths take 15 MB.
    const { makeBadge } = await import("badge-maker");
    const { style, color_label: labelColor } = options;
    const badge = { label, message, color, style, ...(labelColor !== undefined && { labelColor }) };
    return { type: "image/svg+xml; charset=utf-8", text: makeBadge(badge) };
  }
  const json =
    format === "json" ? { label, message, level, value } : shieldsOf({ label, message, color, level });
  return { type: "application/json; charset=utf-8", text: JSON.stringify(json) };
}

/** The endpoint badge of shields.io. An error badge keeps its color, also if the README asks for another one. */
function shieldsOf({
  level,
  ...shown
}: {
  label: string;
  message: string;
  color: string;
  level: BadgeLevel;
}) {
  const isError = level === "unknown" && { isError: true };
  return { schemaVersion: 1, ...shown, ...isError, cacheSeconds: SHIELDS_SECONDS };
}
