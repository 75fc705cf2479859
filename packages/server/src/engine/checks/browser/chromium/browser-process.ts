import { chown, mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, BrowserContext } from "playwright-core";
import { pidOfConfined } from "../sandbox/confine.ts";
import { claimMemory } from "../sandbox/machine-memory.ts";
import type { MemoryGroup } from "../sandbox/memory-group.ts";
import { readProcessTree } from "../sandbox/process-tree.ts";
import { claimScratch, type Scratch } from "../sandbox/scratch.ts";
import { withTimeout } from "../with-timeout.ts";
import { createBrowserEgress, type OpenBrowserEgress } from "./browser-egress.ts";
import { type BrowserIsolation, EGRESS_FOLDER, prepareIsolation } from "./browser-sandbox.ts";

/**
 * One Chromium with a folder of its own, and as root a user of its own, within the walls that this machine has.
 * All of it is gone when it has ended, however it ended. Must never know of runs, steps or organizations.
 */
export type BrowserProcess = {
  readonly browser: Browser;
  /** For files on their way elsewhere; gone with the browser. */
  readonly folder: string;
  /** The way of one run to the network. */
  openWayOut: OpenBrowserEgress;
  isAlive(): boolean;
  /** Ends it and all of its children, and removes the folder. Repeatable, bounded. */
  stop(): Promise<void>;
};

export type BrowserPlace = {
  executablePath: string;
  /** Where folders of sandboxes are made: on this machine's own disk. */
  scratchRoot: string;
  walls: BrowserIsolation;
  /** Of the process that starts it: where programs are found. */
  searchPath: string;
};

/** A cold disk takes some seconds; stack.md measured 0.4 s. */
const LAUNCH_MS_MAX = 30_000;
const CLOSE_MS_MAX = 1_500;
/** With the pages of several runs; five pages take 640 MiB (stack.md), and what they share counts for each. */
const MEMORY_BYTES_MAX = 4 * 1_073_741_824;
/** A page takes seconds to fill that much; where a cgroup limits it, only its end is noticed this late. */
const MEMORY_POLL_MS = 1_000;

/** Contexts have a proxy each. What belongs to none of them goes nowhere: port 9 discards. */
const DEAD_PROXY = { server: "http://127.0.0.1:9", bypass: "<-loopback>" };

const ARGS = [
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  // It traces what crashed, which the sandbox refuses.
  "--disable-breakpad",
  "--disable-crash-reporter",
  // Neither goes through a proxy of HTTP.
  "--disable-quic",
  "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
  "--webrtc-ip-handling-policy=disable_non_proxied_udp",
  // Names are looked up by the proxy alone, which classifies what they stand for.
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
];

export async function startBrowserProcess(place: BrowserPlace): Promise<BrowserProcess> {
  const scratch = await claimScratch(place.scratchRoot);
  const group = await claimMemory(MEMORY_BYTES_MAX);
  const home = { ...place, scratch, group };
  let own: BrowserContext;
  try {
    own = await launchIn(home, true).catch((error: unknown) => {
      // Some systems let bubblewrap make a namespace and no program inside of it another one, as Ubuntu's AppArmor
      // does. Our walls stand then, as for scripts.
      if (place.walls !== "sandbox" || !String(error).includes("sandboxing failed")) throw error;
      return launchIn(home, false);
    });
  } catch (error) {
    await removeAll(home);
    throw error;
  }
  const browser = own.browser();
  if (browser === null) throw new Error("Playwright gave a context without its browser");
  let stopping: Promise<void> | null = null;

  async function end(): Promise<void> {
    clearInterval(memory);
    await withTimeout(CLOSE_MS_MAX, own.close());
    await removeAll(home);
  }
  function stop(): Promise<void> {
    stopping ??= end();
    return stopping;
  }
  const memory = setInterval(() => void endIfTooLarge(home).catch(leaveToSweep), MEMORY_POLL_MS);
  memory.unref();
  // Its children may outlive one that was killed, and its folder does.
  browser.on("disconnected", () => void stop().catch(leaveToSweep));
  return {
    browser,
    folder: artifactsOf(scratch),
    openWayOut: createBrowserEgress(place.walls, scratch),
    isAlive: () => stopping === null && browser.isConnected(),
    stop,
  };
}

/** What one browser has of this machine. */
type BrowserHome = BrowserPlace & { scratch: Scratch; group: MemoryGroup | null };

async function launchIn(
  { scratch, group, ...place }: BrowserHome,
  chromiumSandbox: boolean,
): Promise<BrowserContext> {
  const { folder, uid } = scratch;
  const memory = group === null ? {} : { VEDETTE_MEMORY_GROUP: group.processesFile };
  const profile = join(folder, "profile");
  for (const name of [profile, join(folder, EGRESS_FOLDER)]) {
    await mkdir(name, { recursive: true, mode: 0o700 });
    if (uid !== null) await chown(name, uid, uid);
  }
  await mkdir(artifactsOf(scratch), { recursive: true, mode: 0o700 });
  const program = await prepareIsolation(place.walls, place.executablePath, scratch);
  const { chromium } = await import("playwright-core");
  // As a persistent one, because only then the profile is ours to name and to remove. Nothing runs in it.
  return chromium.launchPersistentContext(profile, {
    executablePath: program.path,
    // Inside of ours too: it keeps a page that broke out of its renderer from the other runs of its organization.
    chromiumSandbox,
    headless: true,
    args: ARGS,
    env: { PATH: place.searchPath, HOME: folder, TMPDIR: folder, LANG: "C.UTF-8", ...program.env, ...memory },
    proxy: DEAD_PROXY,
    artifactsDir: artifactsOf(scratch),
    tracesDir: artifactsOf(scratch),
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    timeout: LAUNCH_MS_MAX,
  });
}

/** Written by this process, not by the browser. */
function artifactsOf({ folder }: Scratch): string {
  return join(folder, "artifacts");
}

/** A folder that cannot be removed yet is removed at the next start of a runner. */
function leaveToSweep(): void {}

/**
 * Playwright starts it as the leader of a group, to which its children belong. The end of bubblewrap takes its
 * namespace of processes along.
 */
async function endAll(scratch: Scratch): Promise<void> {
  const pid = await pidOfConfined(scratch);
  if (pid === null) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch (error) {
    // It has ended by itself: the usual case.
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

async function removeAll({ scratch, group }: BrowserHome): Promise<void> {
  await endAll(scratch);
  // What does not let go of the group now is removed at the next start of a runner.
  await group?.remove().catch(leaveToSweep);
  await scratch.remove();
}

/** With a group, too: the kernel may have ended one page, and the browser that is left would fail later runs. */
async function endIfTooLarge({ scratch, group }: BrowserHome): Promise<void> {
  const pid = process.platform === "linux" ? await pidOfConfined(scratch) : null;
  if (pid === null) return;
  if (group?.isOutOfMemory() ?? readProcessTree(pid).rssBytes > MEMORY_BYTES_MAX) await endAll(scratch);
}
