import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { SourceFile } from "../rules/source-file.ts";
import { type SourceText, textsOf } from "./source-texts.ts";

/** Translations by the key of the text. */
export type Catalog = Record<string, string>;

const SOURCE = "packages/dashboard/src";
/** The folder whose catalog has the texts that several folders use. */
const SHARED = `${SOURCE}/language`;

export type DashboardTexts = {
  /** The keys that each catalog must have, by its folder. */
  keysByFolder: Map<string, Set<string>>;
  untranslated: SourceText[];
};

/** Reads the texts of the dashboard below `root`. A text of several folders belongs to the catalog of `language/`. */
export function readDashboardTexts(root: string): DashboardTexts {
  const foldersByKey = new Map<string, Set<string>>();
  const untranslated: SourceText[] = [];
  for (const path of sourcePaths(root)) {
    const found = textsOf(new SourceFile(path, readFileSync(join(root, path), "utf8")));
    untranslated.push(...found.untranslated);
    for (const { key } of found.texts) {
      const folders = foldersByKey.get(key) ?? new Set();
      foldersByKey.set(key, folders.add(catalogFolder(path)));
    }
  }
  const keysByFolder = new Map<string, Set<string>>();
  for (const [key, folders] of foldersByKey) {
    const [folder = SHARED] = folders.size === 1 ? folders : [SHARED];
    keysByFolder.set(folder, (keysByFolder.get(folder) ?? new Set()).add(key));
  }
  return { keysByFolder, untranslated };
}

/** Reads all catalogs of a language below `root`, by their folders. */
export function readCatalogs(root: string, language: string): Map<string, Catalog> {
  const paths = filesBelow(root).filter((path) => path.endsWith(`/${language}.json`));
  return new Map(paths.map((path) => [dirname(path), JSON.parse(readFileSync(join(root, path), "utf8"))]));
}

/** `pages/monitors/detail/x.tsx` belongs to `pages/monitors`, `app/search/x.ts` to `app`. */
function catalogFolder(path: string): string {
  const [area, page, ...rest] = relative(SOURCE, path).split(sep);
  if (page === undefined) return SHARED;
  const isPage = (area === "pages" || area === "features") && rest.length > 0;
  return isPage ? `${SOURCE}/${area}/${page}` : `${SOURCE}/${area}`;
}

function sourcePaths(root: string): string[] {
  return filesBelow(root).filter((path) => /(?<!\.test)\.tsx?$/.test(path));
}

function filesBelow(root: string): string[] {
  const entries = readdirSync(join(root, SOURCE), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .sort();
}
