import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

const PAGES = ["*.md", "docs/**/*.md", "bench/*.md"];
/** Base folders of file names in the text. */
const BASES = ["", "packages/", "packages/server/", "packages/server/src/", "packages/contract/src/"];

/** Returns broken links, and files named in the text that do not exist. */
export function linkErrors(root: string): string[] {
  const exists = (path: string) => existsSync(join(root, path));
  return globSync(PAGES, { cwd: root })
    .sort()
    .flatMap((page) => pageErrors(page, readFileSync(join(root, page), "utf8"), exists));
}

/** Pure except for `exists`, which receives paths relative to the root. */
export function pageErrors(page: string, text: string, exists: (path: string) => boolean): string[] {
  const prose = text.replaceAll(/^```.*?^```/gms, "");
  const links = [...prose.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)|\b(?:src|srcset)="([^"]+)"/g)]
    .map(([, link, source]) => link ?? source ?? "")
    .filter((link) => !/^[a-z]+:/.test(link) && !exists(normalize(join(dirname(page), link))));
  const files = [...prose.matchAll(/`([\w@.-]+(?:\/[\w@.-]+)+\.(?:ts|tsx|mjs|cjs|sql|md|json))`/g)]
    .map(([, file]) => file ?? "")
    .filter((file) => !BASES.some((base) => exists(base + file)));
  return [
    ...links.map((link) => `${page} links to ${link}, which does not exist.`),
    ...files.map((file) => `${page} names ${file}, which does not exist.`),
  ];
}
