import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

/** The style sheet, the script and the icon of all status pages. Their hash is in their address. */

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), "utf8");
const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 12);

const style = read("./page.css") + read("./components.css");
const script = read("./page.js");

export const STYLE_HASH = hashOf(style);
export const SCRIPT_HASH = hashOf(script);

export const ASSETS: ReadonlyMap<string, { type: string; text: string }> = new Map([
  ["page.css", { type: "text/css; charset=utf-8", text: style }],
  ["page.js", { type: "text/javascript; charset=utf-8", text: script }],
  ["favicon.svg", { type: "image/svg+xml", text: read("./favicon.svg") }],
]);
