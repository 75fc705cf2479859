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
 * The file that holds the master key where no setting does: one key a line in base64, the current one
 * first; a second line is there only while a rotation goes on.
 */

/** Group and others. */
const FOREIGN_RIGHTS = 0o077;
/** The current key and the one before; an interrupted rotation is ended before another begins. */
const KEYS_MAX = 2;

/** The keys of the file in base64. Throws a StartError when it is missing, open to others or no key file. */
export function readMasterKeyFile(path: string): string[] {
  const { mode, text } = readWhole(path);
  if ((mode & FOREIGN_RIGHTS) !== 0) {
    throw new StartError(
      `The master key ${path} is open to other users (mode ${(mode & 0o777).toString(8)}): run "chmod 600 ${path}".`,
    );
  }
  const keys = text.split("\n").filter((line) => line !== "");
  const isSound = keys.every(
    (key) => /^[A-Za-z0-9+/]{43}=$/.test(key) && Buffer.from(key, "base64").length === KEY_BYTES,
  );
  if (!isSound || keys.length === 0 || keys.length > KEYS_MAX) {
    throw new StartError(
      `The master key ${path} is not ${KEY_BYTES} bytes in base64: put the file back from your backup.`,
    );
  }
  return keys;
}

/** Makes the file with a new key, whole or not at all; one that is there, or comes meanwhile, is left as it is. */
export function makeMasterKeyFile(path: string): void {
  const draft = writeDraft(path, [newKeyBytes().toString("base64")]);
  try {
    // Unlike a renaming, a link never replaces what another process has just made.
    linkSync(draft, path);
    syncFolder(path);
  } catch (error) {
    if (!hasCode(error, "EEXIST")) throw notWritable(path, error);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Puts other keys in the place of the file's, at once. */
export function replaceMasterKeyFile(path: string, keys: readonly string[]): void {
  const { uid, gid } = statSync(path);
  const draft = writeDraft(path, keys);
  // Root may rotate for the user who runs the service, who has to read the file afterwards.
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
      `The master key ${path} cannot be read (${words(error)}): give it to the user who runs Vedette, or put it back from your backup.`,
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

/** Without it a power cut could take the file's name away again after secrets were sealed with its key. */
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
    `The master key ${path} cannot be written (${words(error)}): set VEDETTE_DATA to a directory that this user may write, or set VEDETTE_MASTER_KEY.`,
    { cause: error },
  );
}

function words(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
