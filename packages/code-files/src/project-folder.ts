import { readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, isAbsolute, relative, resolve, sep } from "node:path";
import { FILES_BYTES_MAX, FILES_MAX } from "./file-limits.ts";

/** A file that cannot be used. The message continues a sentence that begins with its name. */
export class FileError extends Error {}

/** Reads files below one folder, and no file outside of it: neither by `..` nor by a symbolic link. */
export class ProjectFolder {
  /** Absolute and without symbolic links. */
  readonly root: string;
  readonly #names = new Set<string>();
  #bytes = 0;

  constructor(root: string) {
    this.root = realpathSync(root);
  }

  /** Returns the name of a file relative to the root, with slashes. `path` is relative to the folder of `from`. */
  nameOf(path: string, from: string | null): string {
    const base = from === null ? this.root : dirname(resolve(this.root, from));
    const name = relative(this.root, resolve(base, path));
    if (isOutside(name)) throw new FileError(OUTSIDE);
    return name.split(sep).join("/");
  }

  /** Returns the bytes of a file as text. */
  read(name: string): string {
    const path = this.#realPath(name);
    const stat = statSync(path);
    if (!stat.isFile()) throw new FileError("is not a file");
    if (!this.#names.has(name)) this.#bytes += stat.size;
    this.#names.add(name);
    if (this.#bytes > FILES_BYTES_MAX) throw new FileError("makes all files together larger than 5 MiB");
    if (this.#names.size > FILES_MAX) throw new FileError(`is one of more than ${FILES_MAX} files`);
    return decode(readFileSync(path));
  }

  #realPath(name: string): string {
    const path = realPathOf(resolve(this.root, name));
    if (isOutside(relative(this.root, path))) throw new FileError(OUTSIDE);
    return path;
  }
}

const OUTSIDE = "is outside of the folder of the project";

/** Whether a relative path leads out of its folder. On Windows, a path of another drive stays absolute. */
function isOutside(path: string): boolean {
  return path === ".." || path.startsWith(`..${sep}`) || isAbsolute(path);
}

function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    throw new FileError(`cannot be read (${codeOf(error)})`);
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new FileError("is not text in UTF-8");
  }
}
