import type { StatusPageRow } from "../../pipeline/status-pages/page-row.ts";
import type { Rendered } from "./store/copies.ts";

/**
 * The colors and the style sheet of the owner. The style sheet was checked when it was stored, and is checked again,
 * because what is allowed may have become less.
 */
export async function pageStyle({
  custom_css,
  settings,
}: Pick<StatusPageRow, "custom_css" | "settings">): Promise<Rendered> {
  const colors = Object.entries(settings.colors).map(([name, color]) => `--${name}:${color}`);
  const variables = colors.length === 0 ? "" : `:root:root:root{${colors.join(";")}}`;
  // Loads on first use: the parser takes 4 MB.
  const { sanitizeCss } = await import("../../pipeline/status-pages/styles/sanitize-css.ts");
  return { type: "text/css; charset=utf-8", text: `${variables}${sanitizeCss(custom_css).css}` };
}
