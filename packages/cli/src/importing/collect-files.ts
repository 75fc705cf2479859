import { openAsBlob } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { basename, join, relative, resolve, sep } from "node:path";
import { buffer } from "node:stream/consumers";
import type { ImportKind } from "@vedette/contract/imports/import-kinds.ts";
import { IMPORT_FILES_MAX } from "@vedette/contract/imports/import-limits.ts";
import type { Terminal } from "../command-line/command-context.ts";
import { UsageError } from "../exit-codes.ts";

/** A file to send. `path` is relative to the folder that was named. */
export type FileToSend = { path: string; content: Blob };

/** What a folder of a tool's configuration consists of; other tools have no folder. */
const FILES_OF_FOLDER: Partial<Record<ImportKind, RegExp>> = {
  gatus: /\.ya?ml$/i,
  blackbox: /\.(?:ya?ml|json)$/i,
  kuma: /^kuma\.db$/,
};
const FOLDER_DEPTH_MAX = 10;

/** Reads the named files, the files of named folders, and the log beside a database; `-` is standard input. */
export async function collectFiles(
  kind: ImportKind,
  names: readonly string[],
  { folder, openInput }: Terminal,
): Promise<FileToSend[]> {
  const files: FileToSend[] = [];
  for (const name of names) {
    if (name === "-") {
      files.push({ path: "stdin", content: new Blob([new Uint8Array(await buffer(openInput()))]) });
      continue;
    }
    const path = resolve(folder, name);
    const paths = await reading(name, () => listPaths(kind, path, name));
    for (const each of paths) files.push(await reading(name, () => open(each, path)));
    if (files.length > IMPORT_FILES_MAX)
      throw new UsageError(`${name} has more than ${IMPORT_FILES_MAX} files. Import it in parts.`);
  }
  return files;
}

async function reading<T>(name: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
    throw new UsageError(`${name} cannot be read (${String(error.code)}).`);
  }
}

async function listPaths(kind: ImportKind, path: string, name: string): Promise<string[]> {
  const isFolder = (await stat(path)).isDirectory();
  const paths = isFolder ? await listFolder(kind, path, name) : [path];
  if (kind !== "kuma") return paths;
  // The last changes of a running database are only in its log.
  const logs = await Promise.all(
    paths.map(async (each) => ((await exists(`${each}-wal`)) ? [`${each}-wal`] : [])),
  );
  return [...new Set([...paths, ...logs.flat()])];
}

async function exists(path: string): Promise<boolean> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  return found !== null && found.size > 0;
}

async function listFolder(kind: ImportKind, root: string, name: string): Promise<string[]> {
  const pattern = FILES_OF_FOLDER[kind];
  if (!pattern) throw new UsageError(`${name} is a folder. Name the file to import.`);
  const found: string[] = [];
  const visit = async (folder: string, depth: number): Promise<void> => {
    if (depth > FOLDER_DEPTH_MAX) return;
    const entries = await readdir(folder, { withFileTypes: true });
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = join(folder, entry.name);
      // ConfigMaps of Kubernetes mount files as links.
      const kindOf = entry.isSymbolicLink() ? await stat(path) : entry;
      if (kindOf.isDirectory() && !entry.isSymbolicLink()) await visit(path, depth + 1);
      else if (kindOf.isFile() && pattern.test(entry.name)) found.push(path);
      if (found.length > IMPORT_FILES_MAX) return;
    }
  };
  await visit(root, 0);
  if (found.length === 0) throw new UsageError(`${name} has no file to import.`);
  return found;
}

async function open(path: string, root: string): Promise<FileToSend> {
  const inside = relative(root, path).split(sep).join("/");
  return {
    path: inside === "" || inside.startsWith("..") ? basename(path) : inside,
    content: await openAsBlob(path),
  };
}
