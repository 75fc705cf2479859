import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ownFile } from "../../../../platform/kernel/own-files.ts";
import { type BwrapPlan, bwrapArgs } from "./bwrap-args.ts";
import { readRootLinks } from "./sandbox-view.ts";
import type { Scratch } from "./scratch.ts";
import { seccompProgram } from "./seccomp.ts";

/** An executable to start instead of the confined one; it receives the same arguments. */
export type Confined = { path: string; env: Record<string, string> };

const START_FILE = ownFile("src/engine/checks/browser/sandbox/start-confined.sh");
/** The descriptor that the script opens. */
const SECCOMP_FD = 9;

/** Writes the plan of a sandbox into the scratch folder, for a program that another library starts. */
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
  // bubblewrap reads options from a file, but not the command; none of its words contains a space.
  await writeFile(join(scratch.folder, "command"), args.slice(end + 1).join(" "));
  await writeFile(join(scratch.folder, "seccomp"), seccompProgram(process.arch));
  return { path: START_FILE, env: environmentOf(scratch) };
}

/** Returns the program without a sandbox; if the runner is root, under the scratch folder's user. */
export function runUnconfined(scratch: Scratch, program: string): Confined {
  return { path: START_FILE, env: { ...environmentOf(scratch), VEDETTE_PROGRAM: program } };
}

function environmentOf({ folder, uid }: Scratch): Record<string, string> {
  return { VEDETTE_FOLDER: folder, ...(uid === null ? {} : { VEDETTE_UID: String(uid) }) };
}

/**
 * Returns the first process of the confined program, which leads its process group; null before it has
 * started.
 */
export async function pidOfConfined({ folder }: Scratch): Promise<number | null> {
  const text = await readFile(join(folder, "pid"), "utf8").catch(() => "");
  const pid = Number(text.trim());
  return Number.isInteger(pid) && pid > 1 ? pid : null;
}
