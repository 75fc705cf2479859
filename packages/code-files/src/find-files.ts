import { type Dirent, readdirSync, realpathSync, statSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { ENTRIES_MAX, FILES_MAX, FOLDER_DEPTH_MAX } from "./file-limits.ts";
import { FileError } from "./project-folder.ts";

/** In the root: `vedette.yaml`, `vedette.yml`, `vedette.config.ts`. */
const ROOT_FILE = /^vedette\.(ya?ml|json|config\.ts)$/;
/** In any folder. */
const ANY_FILE = /\.vedette\.(ya?ml|json|ts)$/;

/**
 * Returns the files of monitoring as code below a folder, sorted, relative to `root` with slashes. Ignores
 * `node_modules` and folders whose names start with a dot.
 */
export function findFiles(root: string, folder = root): string[] {
  const found: string[] = [];
  let entries = 0;
  const visit = (path: string, depth: number): void => {
    if (depth > FOLDER_DEPTH_MAX) return;
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      entries++;
      if (entries > ENTRIES_MAX) throw new FileError(`has more than ${ENTRIES_MAX} entries below it`);
      const inner = join(path, entry.name);
      if (entry.isDirectory()) {
        if (entry.name !== "node_modules" && !entry.name.startsWith(".")) visit(inner, depth + 1);
      } else if (isDocument(entry, path === folder)) {
        found.push(relative(root, inner).split(sep).join("/"));
      }
    }
  };
  visit(folder, 0);
  if (found.length > FILES_MAX) throw new FileError(`has more than ${FILES_MAX} files`);
  return found.sort();
}

function isDocument(entry: Dirent, isInRoot: boolean): boolean {
  if (!entry.isFile() && !entry.isSymbolicLink()) return false;
  if (entry.name.startsWith(".")) return false;
  return ANY_FILE.test(entry.name) || (isInRoot && ROOT_FILE.test(entry.name));
}

/** Returns the files that the paths name: a file itself, and of a folder the files that `findFiles` finds. */
export function filesOf(root: string, paths: readonly string[]): string[] {
  const real = realpathSync(root);
  if (paths.length === 0) return findFiles(real);
  const names = paths.flatMap((path) => {
    const full = resolve(root, path);
    const stat = statSync(full, { throwIfNoEntry: false });
    if (!stat) throw new FileError(`'${path}' does not exist`);
    if (stat.isDirectory()) return findFiles(real, realpathSync(full));
    return [relative(root, full).split(sep).join("/")];
  });
  return [...new Set(names)];
}
