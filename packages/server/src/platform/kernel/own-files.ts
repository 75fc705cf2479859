import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";

/*
 * Where the files of this package are. The same code runs from the sources, `src/**.ts`, and from the bundle,
 * `dist/*.mjs`, so a path is relative to the folder of the package and not to the module that needs it.
 */

const ROOT = findRoot(import.meta.dirname);
const IS_BUNDLE = import.meta.filename.endsWith(".mjs");

/** Returns the absolute path of a file that is not code, for example `migrations` or `src/api/pages/assets/page.css`. */
export function ownFile(path: string): string {
  return join(ROOT, path);
}

/**
 * Returns the file of a thread or a process by its source, for example `roles/threads/scheduler-thread.ts`.
 * `scripts/package/bundle-server.mjs` finds these calls, so the argument is a literal.
 */
export function programFile(source: string): string {
  if (!IS_BUNDLE) return join(ROOT, "src", source);
  return join(ROOT, "dist", `${basename(source, ".ts")}.mjs`);
}

/** Resolves files of npm packages, as a module of this package would. */
export const requireInstalled = createRequire(join(ROOT, "package.json"));

function findRoot(folder: string): string {
  if (existsSync(join(folder, "package.json"))) return folder;
  const parent = dirname(folder);
  if (parent === folder) throw new Error("no package.json was found in the folders above the server's code");
  return findRoot(parent);
}
