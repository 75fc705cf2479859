import { access, open, realpath } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Mount } from "../sandbox/sandbox-view.ts";

/** Where the sandbox finds a browser that does not lie below `/usr`. */
const INNER_FOLDER = "/opt/vedette/browser";

export type BrowserMount = {
  /** The program itself, on this machine. */
  path: string;
  /** The same as the sandbox sees it. */
  innerPath: string;
  mounts: Mount[];
};

/**
 * The browser behind the path that was found: distributions start it by a script of the shell, which reads files
 * that the sandbox does not show and costs 30 ms a start [measured].
 */
export async function browserMount(found: string): Promise<BrowserMount> {
  const path = await programBehind(await realpath(found));
  if (path.startsWith("/usr/")) return { path, innerPath: path, mounts: [] };
  return {
    path,
    innerPath: join(INNER_FOLDER, basename(path)),
    mounts: [{ from: dirname(path), to: INNER_FOLDER }],
  };
}

async function programBehind(path: string): Promise<string> {
  if (!(await isShellScript(path))) return path;
  const name = basename(path);
  for (const program of [join(dirname(path), "chrome"), `/usr/lib/${name}/${name}`]) {
    if (await isThere(program)) return program;
  }
  return path;
}

async function isShellScript(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return buffer.toString("latin1") === "#!";
  } finally {
    await file.close();
  }
}

async function isThere(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch {
    return false;
  }
}
