import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

const PAGES = ["*.md", "docs/**/*.md", "bench/*.md"];
/** Where a name of a file in the text may begin. */
const BASES = ["", "packages/", "packages/server/", "packages/server/src/", "packages/contract/src/"];

/** Links that lead nowhere, and files named in the text that are not there (any more). */
export function linkFaults(root: string): string[] {
  const exists = (path: string) => existsSync(join(root, path));
  return globSync(PAGES, { cwd: root })
    .sort()
    .flatMap((page) => pageFaults(page, readFileSync(join(root, page), "utf8"), exists));
}

/** Pure but for `exists`, which is asked for paths from the root. */
export function pageFaults(page: string, text: string, exists: (path: string) => boolean): string[] {
  const prose = text.replaceAll(/^```.*?^```/gms, "");
  const links = [...prose.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)|\b(?:src|srcset)="([^"]+)"/g)]
    .map(([, link, source]) => link ?? source ?? "")
    .filter((link) => !/^[a-z]+:/.test(link) && !exists(normalize(join(dirname(page), link))));
  const files = [...prose.matchAll(/`([\w@.-]+(?:\/[\w@.-]+)+\.(?:ts|tsx|mjs|cjs|sql|md|json))`/g)]
    .map(([, file]) => file ?? "")
    .filter((file) => !BASES.some((base) => exists(base + file)));
  return [
    ...links.map((link) => `${page} links to ${link}, which is not there.`),
    ...files.map((file) => `${page} names ${file}, which is not there.`),
  ];
}
