import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type BwrapPlan, bwrapArgs } from "./bwrap-args.ts";
import { readRootLinks } from "./sandbox-view.ts";
import type { Scratch } from "./scratch.ts";
import { seccompProgram } from "./seccomp.ts";

/** A program to start in place of the one that is confined; it takes that one's arguments. */
export type Confined = { path: string; env: Record<string, string> };

const START_FILE = fileURLToPath(new URL("start-confined.sh", import.meta.url));
/** As the script opens it. */
const SECCOMP_FD = 9;

/** Writes the plan of a sandbox into the scratch folder, for a program that something else starts. */
export async function confine(
  scratch: Scratch,
  plan: Omit<BwrapPlan, "seccompFd" | "rootLinks">,
): Promise<Confined> {
  const args = bwrapArgs({ ...plan, rootLinks: readRootLinks(), seccompFd: SECCOMP_FD });
  const end = args.indexOf("--");
  await writeFile(
    join(scratch.folder, "bwrap-args"),
    args
      .slice(0, end)
      .map((arg) => `${arg}\0`)
      .join(""),
  );
  // bubblewrap reads options from a file, and no command; none of its words has a space.
  await writeFile(join(scratch.folder, "command"), args.slice(end + 1).join(" "));
  await writeFile(join(scratch.folder, "seccomp"), seccompProgram(process.arch));
  return { path: START_FILE, env: environmentOf(scratch) };
}

/** Without a sandbox: the program itself, as root under the scratch folder's own user. */
export function leaveOpen(scratch: Scratch, program: string): Confined {
  return { path: START_FILE, env: { ...environmentOf(scratch), VEDETTE_PROGRAM: program } };
}

function environmentOf({ folder, uid }: Scratch): Record<string, string> {
  return { VEDETTE_FOLDER: folder, ...(uid === null ? {} : { VEDETTE_UID: String(uid) }) };
}

/** The process that the confined program began as, which leads its group; null before it has started. */
export async function pidOfConfined({ folder }: Scratch): Promise<number | null> {
  const text = await readFile(join(folder, "pid"), "utf8").catch(() => "");
  const pid = Number(text.trim());
  return Number.isInteger(pid) && pid > 1 ? pid : null;
}
