import { access, open, realpath } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Mount } from "../sandbox/sandbox-view.ts";

/** The folder in the sandbox for a browser that is not below `/usr`. */
const INNER_FOLDER = "/opt/vedette/browser";

export type BrowserMount = {
  /** Path of the executable on this machine. */
  path: string;
  /** Path of the executable inside the sandbox. */
  innerPath: string;
  mounts: Mount[];
};

/**
 * Resolves the browser executable behind the configured path: distributions start it by a shell script, which
 * reads files that the sandbox does not show and costs 30 ms per start [measured].
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
    if (await exists(program)) return program;
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

async function exists(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch {
    return false;
  }
}
