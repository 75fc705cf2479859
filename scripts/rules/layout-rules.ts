import { dirname } from "node:path/posix";
import type { SourceViolation } from "./source-rules.ts";

/** Maximum source files of a folder, including tests. Source: STYLE.md. */
export const FOLDER_FILES_MAX = 25;

const CODE = /\.(ts|tsx|mjs|cjs|js)$/;
const PRODUCT = /^packages\/([^/]+)\/src\/(?!.*\.test\.tsx?$)/;
const EXPORT = /^export (?:async )?(?:function\*?|const|type|class|interface) (\w+)/gm;

/** Violations of the whole tree: folders that are too large, and names that a package exports twice. */
export function layoutViolations(files: readonly { path: string; text: string }[]): SourceViolation[] {
  return [...largeFolders(files.map(({ path }) => path)), ...repeatedExports(files)];
}

function largeFolders(paths: readonly string[]): SourceViolation[] {
  const folders = Map.groupBy(
    paths.filter((path) => CODE.test(path)),
    (path) => dirname(path),
  );
  return [...folders]
    .filter(([, files]) => files.length > FOLDER_FILES_MAX)
    .map(([folder, files]) => ({
      path: folder,
      line: 1,
      rule: "folder-size",
      remedy: `${files.length} source files, more than ${FOLDER_FILES_MAX}: group them in subfolders.`,
    }));
}

function repeatedExports(files: readonly { path: string; text: string }[]): SourceViolation[] {
  const first = new Map<string, string>();
  return files.flatMap(({ path, text }) => {
    const [, name] = PRODUCT.exec(path) ?? [];
    if (name === undefined) return [];
    return [...text.matchAll(EXPORT)].flatMap((match) => {
      const key = `${name} ${match[1]}`;
      const other = first.get(key);
      if (other === undefined || other === path) {
        first.set(key, path);
        return [];
      }
      const line = text.slice(0, match.index).split("\n").length;
      const remedy = `${match[1]} is exported by ${other} too: give one of them a more precise name.`;
      return [{ path, line, rule: "export-name", remedy }];
    });
  });
}
