import { readFileSync, readlinkSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Browser, BrowserContext } from "playwright-core";
import type { Clock } from "../../kernel/clock.ts";
import { within } from "./within.ts";

/**
 * One Chromium with a folder of its own, which holds its profile and whatever it writes elsewhere by
 * default. Both are gone when it has ended, however it ended. Must never know of runs or steps.
 */
export type BrowserProcess = {
  readonly browser: Browser;
  readonly folder: string;
  isAlive(): boolean;
  /** Ends it and all of its children, and removes the folder. Repeatable, bounded. */
  stop(): Promise<void>;
};

export type BrowserPlace = {
  executablePath: string;
  /** Where folders of browsers are made: on this machine's own disk, nobody else's. */
  folder: string;
  /** Chromium's own sandbox does not work as root. */
  isRoot: boolean;
  /** Of the process that starts it: where programs are found. */
  searchPath: string;
  clock: Clock;
};

/** A cold disk takes some seconds; stack.md measured 0.4 s. */
const LAUNCH_MS_MAX = 30_000;
const CLOSE_MS_MAX = 1_500;
const PREFIX = "b-";

/** Contexts have a proxy each. What belongs to none of them goes nowhere: port 9 discards. */
const DEAD_PROXY = { server: "http://127.0.0.1:9", bypass: "<-loopback>" };

const ARGS = [
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  // Neither goes through a proxy of HTTP.
  "--disable-quic",
  "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
  "--webrtc-ip-handling-policy=disable_non_proxied_udp",
  // Names are looked up by the proxy alone, which classifies what they stand for.
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
];

export async function startBrowserProcess(place: BrowserPlace): Promise<BrowserProcess> {
  await mkdir(place.folder, { recursive: true, mode: 0o700 });
  await sweepFolders(place);
  const folder = await mkdtemp(join(place.folder, PREFIX));
  const profile = join(folder, "profile");
  const artifacts = join(folder, "artifacts");
  await mkdir(artifacts);
  const { chromium } = await import("playwright-core");
  let own: BrowserContext;
  try {
    // As a persistent one, because only then the profile is ours to name and to remove. Nothing runs in it.
    own = await chromium.launchPersistentContext(profile, {
      executablePath: place.executablePath,
      chromiumSandbox: !place.isRoot,
      headless: true,
      args: ARGS,
      env: { PATH: place.searchPath, HOME: folder, TMPDIR: folder, LANG: "C.UTF-8" },
      proxy: DEAD_PROXY,
      artifactsDir: artifacts,
      tracesDir: artifacts,
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
      timeout: LAUNCH_MS_MAX,
    });
  } catch (error) {
    killGroup(browserPid(profile));
    await removeFolder(folder);
    throw error;
  }
  const browser = own.browser();
  if (browser === null) throw new Error("Playwright gave a context without its browser");
  const pid = browserPid(profile);
  let stopping: Promise<void> | null = null;

  async function end(): Promise<void> {
    await within(CLOSE_MS_MAX, own.close());
    killGroup(pid);
    await removeFolder(folder);
  }
  function stop(): Promise<void> {
    stopping ??= end();
    return stopping;
  }
  // Its children may outlive one that was killed, and its folder does.
  browser.on("disconnected", () => void stop().catch(keepForSweep));
  return { browser, folder, isAlive: () => stopping === null && browser.isConnected(), stop };
}

/** A folder that cannot be removed yet is removed before the next browser starts. */
function keepForSweep(): void {}

/** Chromium locks its profile by a link to `host-pid`. Null where it has not come to that, or is gone. */
function browserPid(profile: string): number | null {
  try {
    const pid = Number(/-(\d+)$/.exec(readlinkSync(join(profile, "SingletonLock")))?.[1]);
    return pid > 1 ? pid : null;
  } catch {
    return null;
  }
}

/** Playwright starts it as the leader of a group, to which its children belong. */
function killGroup(pid: number | null): void {
  if (pid === null) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch (error) {
    // It has ended by itself: the usual case.
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

async function removeFolder(folder: string): Promise<void> {
  // A process that is being killed may still write for some milliseconds.
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
}

/** What a parent left that was killed itself; its browsers have ended, for they hang on a pipe to it. */
async function sweepFolders({ folder, clock }: BrowserPlace): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(PREFIX)) continue;
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found === null || clock.now() - found.mtimeMs < LAUNCH_MS_MAX) continue;
    if (!isInUse(path)) await removeFolder(path);
  }
}

function isInUse(folder: string): boolean {
  const pid = browserPid(join(folder, "profile"));
  if (pid === null) return false;
  try {
    // Another program may have the number by now.
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(basename(folder));
  } catch {
    return isRunning(pid);
  }
}

/** For systems without /proc. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== "linux";
  } catch {
    return false;
  }
}
