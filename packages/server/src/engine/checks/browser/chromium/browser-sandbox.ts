import { join } from "node:path";
import { type Confined, confine, runUnconfined } from "../sandbox/confine.ts";
import { INNER } from "../sandbox/launch.ts";
import { INSIDE_FOLDER } from "../sandbox/prove.ts";
import type { Scratch } from "../sandbox/scratch.ts";
import { browserMount } from "../script/browser-mount.ts";

/**
 * The isolation of a browser: `sandbox` is bubblewrap, as for scripts; `own` is only Chromium's own sandbox.
 */
export type BrowserIsolation = "sandbox" | "own";

/** Maximum number of concurrent runs in one browser; VEDETTE_JOURNEYS_MAX does not exceed it. */
export const SLOTS = 64;
/** Any free port works: the sandbox has its own loopback. */
export const INNER_PORT_FIRST = 20_000;
/** In the scratch folder. */
export const EGRESS_FOLDER = "egress";
const INNER_EGRESS = "/opt/vedette/egress";

const MEBIBYTE = 1_048_576;
/** For a browser with the pages of several runs; a script, which is one run, has half. */
const LIMITS = {
  homeBytesMax: 1_024 * MEBIBYTE,
  sharedMemoryBytesMax: 256 * MEBIBYTE,
  // Processes and threads together: a page takes about 60.
  processesMax: 4_096,
  writtenFileBytesMax: 256 * MEBIBYTE,
};

/** Prepares the executable that Playwright starts as the browser, with its isolation. */
export async function prepareIsolation(
  isolation: BrowserIsolation,
  executablePath: string,
  scratch: Scratch,
): Promise<Confined> {
  if (isolation === "own") return runUnconfined(scratch, executablePath);
  const browser = await browserMount(executablePath);
  return confine(scratch, {
    readOnly: [
      { from: process.execPath, to: INNER.node },
      { from: INSIDE_FOLDER, to: join(INNER.tools, "vedette-inside") },
      { from: join(scratch.folder, EGRESS_FOLDER), to: INNER_EGRESS },
      ...browser.mounts,
    ],
    writable: [],
    env: { HOME: INNER.home, TMPDIR: join(INNER.home, "tmp"), PATH: "/usr/bin:/bin", LANG: "C.UTF-8" },
    limits: LIMITS,
    command: [
      INNER.node,
      join(INNER.tools, "vedette-inside", "start-browser.mjs"),
      ...[browser.innerPath, INNER_EGRESS, String(INNER_PORT_FIRST), String(SLOTS)],
    ],
  });
}
