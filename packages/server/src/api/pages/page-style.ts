import type { StatusPageRow } from "../../pipeline/status-pages/page-row.ts";
import { sanitizeCss } from "../../pipeline/status-pages/styles/sanitize-css.ts";
import type { Rendered } from "./store/copies.ts";

/**
 * The colors and the style sheet of the owner. The style sheet was checked when it was stored, and is checked again,
 * because what is allowed may have become less.
 */
export function pageStyle({
  custom_css,
  settings,
}: Pick<StatusPageRow, "custom_css" | "settings">): Rendered {
  const colors = Object.entries(settings.colors).map(([name, color]) => `--${name}:${color}`);
  const variables = colors.length === 0 ? "" : `:root:root:root{${colors.join(";")}}`;
  return { type: "text/css; charset=utf-8", text: `${variables}${sanitizeCss(custom_css).css}` };
}
