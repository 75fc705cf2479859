import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { ownFile } from "../../../platform/kernel/own-files.ts";

/** The style sheet, the script and the icon of all status pages. Their hash is in their address. */

const read = (name: string): string => readFileSync(ownFile(`src/api/pages/assets/${name}`), "utf8");
const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 12);

const style = read("page.css") + read("components.css");
const script = read("page.js");

export const STYLE_HASH = hashOf(style);
export const SCRIPT_HASH = hashOf(script);

export const ASSETS: ReadonlyMap<string, { type: string; text: string }> = new Map([
  ["page.css", { type: "text/css; charset=utf-8", text: style }],
  ["page.js", { type: "text/javascript; charset=utf-8", text: script }],
  ["favicon.svg", { type: "image/svg+xml", text: read("favicon.svg") }],
]);
