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
 * One Chromium with its own folder, and if the runner is root its own user, in the isolation that this
 * machine supports. All of it is removed when it ends, no matter how. Must never know runs, steps or
 * organizations.
 */
export type BrowserProcess = {
  readonly browser: Browser;
  /** A folder for temporary files, removed with the browser. */
  readonly folder: string;
  /** Opens the egress of one run. */
  openEgress: OpenBrowserEgress;
  isAlive(): boolean;
  /** Stops it and all of its children, and removes the folder. Repeatable, bounded. */
  stop(): Promise<void>;
};

export type BrowserProcessOptions = {
  executablePath: string;
  /** Parent of the sandbox folders, on a local disk. */
  scratchRoot: string;
  isolation: BrowserIsolation;
  /** The search path of the parent process. */
  searchPath: string;
};

/** A cold disk takes some seconds; a warm start was measured at 0.4 s. */
const LAUNCH_MS_MAX = 30_000;
const CLOSE_MS_MAX = 1_500;
/** For the pages of several runs. Five pages take 640 MiB as measured, and shared memory counts for each. */
export const BROWSER_MEMORY_BYTES_MAX = 4 * 1_073_741_824;
/**
 * A page takes seconds to allocate that much; if a cgroup enforces the limit, polling only detects the end of
 * the process.
 */
const MEMORY_POLL_MS = 1_000;

/** Each context has its own proxy. Other traffic is dropped: port 9 discards. */
const DEAD_PROXY = { server: "http://127.0.0.1:9", bypass: "<-loopback>" };

const ARGS = [
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  // The crash handler uses ptrace, which the sandbox denies.
  "--disable-breakpad",
  "--disable-crash-reporter",
  // Neither uses an HTTP proxy.
  "--disable-quic",
  "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
  "--webrtc-ip-handling-policy=disable_non_proxied_udp",
  // Names are resolved only by the proxy, which classifies their addresses.
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
];

export async function startBrowserProcess(options: BrowserProcessOptions): Promise<BrowserProcess> {
  const scratch = await claimScratch(options.scratchRoot);
  const group = await claimMemory(BROWSER_MEMORY_BYTES_MAX);
  const home = { ...options, scratch, group };
  let own: BrowserContext;
  try {
    own = await launchIn(home, true).catch((error: unknown) => {
      // Some systems allow bubblewrap to create a user namespace but no program inside it, such as Ubuntu
      // with AppArmor. The outer sandbox still holds, as for scripts.
      if (options.isolation !== "sandbox" || !String(error).includes("sandboxing failed")) throw error;
      return launchIn(home, false);
    });
  } catch (error) {
    await removeAll(home);
    throw error;
  }
  const browser = own.browser();
  if (browser === null) throw new Error("Playwright returned a context without its browser");
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
  const memory = setInterval(() => void endIfTooLarge(home).catch(ignoreUntilSweep), MEMORY_POLL_MS);
  memory.unref();
  // If the browser was killed, its children may still run, and its folder remains.
  browser.on("disconnected", () => void stop().catch(ignoreUntilSweep));
  return {
    browser,
    folder: artifactsOf(scratch),
    openEgress: createBrowserEgress(options.isolation, scratch),
    isAlive: () => stopping === null && browser.isConnected(),
    stop,
  };
}

/** The resources of one browser on this machine. */
type BrowserHome = BrowserProcessOptions & { scratch: Scratch; group: MemoryGroup | null };

async function launchIn(
  { scratch, group, ...options }: BrowserHome,
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
  const program = await prepareIsolation(options.isolation, options.executablePath, scratch);
  const { chromium } = await import("playwright-core");
  // A persistent context, because only then the profile folder can be chosen and removed. Nothing runs in it.
  return chromium.launchPersistentContext(profile, {
    executablePath: program.path,
    // Used within the outer sandbox, too: it separates a page that broke out of its renderer from the other
    // runs of its organization.
    chromiumSandbox,
    headless: true,
    args: ARGS,
    env: {
      PATH: options.searchPath,
      HOME: folder,
      TMPDIR: folder,
      LANG: "C.UTF-8",
      ...program.env,
      ...memory,
    },
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
function ignoreUntilSweep(): void {}

/** Playwright starts it as a process group leader. The end of bubblewrap ends its PID namespace as well. */
async function endAll(scratch: Scratch): Promise<void> {
  const pid = await pidOfConfined(scratch);
  if (pid === null) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch (error) {
    // It has already ended: the usual case.
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

async function removeAll({ scratch, group }: BrowserHome): Promise<void> {
  await endAll(scratch);
  // A group that cannot be removed now is removed at the next start of a runner.
  await group?.remove().catch(ignoreUntilSweep);
  await scratch.remove();
}

/**
 * Needed with a cgroup as well: the kernel may have killed one page, and the remaining browser would fail
 * later runs.
 */
async function endIfTooLarge({ scratch, group }: BrowserHome): Promise<void> {
  const pid = process.platform === "linux" ? await pidOfConfined(scratch) : null;
  if (pid === null) return;
  if (group?.isOutOfMemory() ?? readProcessTree(pid).rssBytes > BROWSER_MEMORY_BYTES_MAX)
    await endAll(scratch);
}
