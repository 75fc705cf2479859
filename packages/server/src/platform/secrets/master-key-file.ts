import { randomBytes } from "node:crypto";
import {
  chownSync,
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { StartError } from "../kernel/errors.ts";
import { KEY_BYTES, newKeyBytes } from "../kernel/secret-box.ts";

/**
 * The file that contains the master key if no setting does: one key per line in base64, the current key first; a second
 * line exists only during a rotation.
 */

/** Permissions of group and others. */
const FOREIGN_RIGHTS = 0o077;
/** The current key and the previous one; an interrupted rotation is completed before another one starts. */
const KEYS_MAX = 2;

/** Returns the keys of the file in base64. Throws a StartError if it is missing, accessible to others or invalid. */
export function readMasterKeyFile(path: string): string[] {
  const { mode, text } = readWhole(path);
  if ((mode & FOREIGN_RIGHTS) !== 0) {
    throw new StartError(
      `The master key ${path} is accessible to other users (mode ${(mode & 0o777).toString(8)}): run "chmod 600 ${path}".`,
    );
  }
  const keys = text.split("\n").filter((line) => line !== "");
  const isValid = keys.every(
    (key) => /^[A-Za-z0-9+/]{43}=$/.test(key) && Buffer.from(key, "base64").length === KEY_BYTES,
  );
  if (!isValid || keys.length === 0 || keys.length > KEYS_MAX) {
    throw new StartError(
      `The master key ${path} is not ${KEY_BYTES} bytes in base64: restore the file from the copy that you keep.`,
    );
  }
  return keys;
}

/** Creates the file with a new key, atomically; an existing file, or one created concurrently, is not changed. */
export function makeMasterKeyFile(path: string): void {
  const draft = writeDraft(path, [newKeyBytes().toString("base64")]);
  try {
    // Unlike a rename, a link never replaces a file that another process has just created.
    linkSync(draft, path);
    syncFolder(path);
  } catch (error) {
    if (!hasCode(error, "EEXIST")) throw notWritable(path, error);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Replaces the keys of the file atomically. */
export function replaceMasterKeyFile(path: string, keys: readonly string[]): void {
  const { uid, gid } = statSync(path);
  const draft = writeDraft(path, keys);
  // Root may rotate the key for the user who runs the service and who must be able to read the file.
  if (uid !== statSync(draft).uid) chownSync(draft, uid, gid);
  renameSync(draft, path);
  syncFolder(path);
}

export function hasMasterKeyFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

function readWhole(path: string): { mode: number; text: string } {
  try {
    return { mode: statSync(path).mode, text: readFileSync(path, "utf8") };
  } catch (error) {
    throw new StartError(
      `The master key ${path} cannot be read (${errorText(error)}): make it readable for the user who runs Vedette, or restore it from the copy that you keep.`,
      { cause: error },
    );
  }
}

function writeDraft(path: string, keys: readonly string[]): string {
  const draft = `${path}.${randomBytes(6).toString("hex")}`;
  try {
    const file = openSync(draft, "wx", 0o600);
    try {
      writeSync(file, `${keys.join("\n")}\n`);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw notWritable(path, error);
  }
  return draft;
}

/** Without it, a power failure could remove the file after secrets were encrypted with its key. */
function syncFolder(path: string): void {
  const folder = openSync(dirname(path), "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

function notWritable(path: string, error: unknown): StartError {
  return new StartError(
    `The master key ${path} cannot be written (${errorText(error)}): set VEDETTE_DATA to a directory that this user can write to, or set VEDETTE_MASTER_KEY.`,
    { cause: error },
  );
}

function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
