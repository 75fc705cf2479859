import type { Browser, BrowserContext, BrowserContextOptions } from "playwright-core";
import type { Egress } from "../../../../platform/net/egress.ts";
import { RunnerError } from "../../../../platform/net/net-failure.ts";
import { withTimeout } from "../with-timeout.ts";
import type { BrowserEgress } from "./browser-egress.ts";
import { type BrowserProcess, startBrowserProcess } from "./browser-process.ts";
import type { BrowserIsolation } from "./browser-sandbox.ts";
import { findChromium } from "./find-chromium.ts";

/**
 * The browser of one organization: started for its first run, with a fresh context per run, and replaced
 * before leaks or damage reach a later run.
 */
export type WarmBrowser = {
  /**
   * Without an egress the context has no network. Throws a RunnerError if no browser is available,
   * which says nothing about a target.
   */
  lease(options: BrowserContextOptions, egress: Egress | null): Promise<LeasedContext>;
  /** Closes the browser, even if it is in use. */
  close(): Promise<void>;
};

export type LeasedContext = {
  readonly context: BrowserContext;
  readonly browser: Browser;
  /** Null if the context has no network. */
  readonly egress: BrowserEgress | null;
  /** A folder for temporary files, removed with the browser. */
  readonly folder: string;
  /** Returns whether the browser is still running: false after it crashed or was killed. */
  isAlive(): boolean;
  /** Closes the context, all of its pages and its egress. Repeatable, bounded. */
  release(): Promise<void>;
};

export type WarmBrowserOptions = {
  /** VEDETTE_CHROMIUM. */
  chromiumPath: string | null;
  /** Parent of the sandbox folders. */
  scratchRoot: string;
  searchPath: string;
  /** Called before each start. Throws a RunnerError if no browser may start. */
  isolation(): Promise<BrowserIsolation>;
  /** For tests. */
  runsMax?: number;
  idleMs?: number;
};

/** Number of runs before replacement, which ends a renderer's leaks and the browser's own caches. */
const RUNS_MAX = 50;
/** A browser takes 235 MB without a page; a new one starts within half a second [measured]. */
const IDLE_MS = 300_000;
/** One that died unnoticed, one that other runs filled meanwhile, and one more. */
const TAKE_TRIES_MAX = 3;
const CONTEXT_MS_MAX = 15_000;
const CONTEXT_CLOSE_MS_MAX = 1_500;

type Warm = { process: BrowserProcess; leases: number; leasesTotal: number; isRetired: boolean };

export function createWarmBrowser(options: WarmBrowserOptions): WarmBrowser {
  const { runsMax = RUNS_MAX, idleMs = IDLE_MS } = options;
  const all = new Set<Warm>();
  let current: Promise<Warm> | null = null;
  let idle: NodeJS.Timeout | undefined;
  let isClosed = false;

  async function take(): Promise<Warm> {
    for (let tries = 0; tries < TAKE_TRIES_MAX && !isClosed; tries++) {
      clearTimeout(idle);
      const warm = await (current ?? launch());
      if (!warm.process.isAlive()) retire(warm);
      if (warm.isRetired) continue;
      warm.leases += 1;
      warm.leasesTotal += 1;
      if (warm.leasesTotal >= runsMax) retire(warm);
      return warm;
    }
    throw new RunnerError(
      isClosed
        ? "the browser was closed because this runner is stopping"
        : "the browser exits right after its start",
    );
  }

  function launch(): Promise<Warm> {
    const launching = start();
    current = launching;
    launching.catch(() => {
      if (current === launching) current = null;
    });
    return launching;
  }

  async function start(): Promise<Warm> {
    const found = await findChromium(options.chromiumPath);
    if (found.path === null) throw new RunnerError(found.message);
    const isolation = await options.isolation();
    let process: BrowserProcess;
    try {
      process = await startBrowserProcess({ ...options, isolation: isolation, executablePath: found.path });
    } catch (cause) {
      throw new RunnerError(`the browser ${found.path} did not start${reasonOf(cause)}`, { cause });
    }
    const warm = { process, leases: 0, leasesTotal: 0, isRetired: false };
    all.add(warm);
    if (isClosed) await end(warm);
    return warm;
  }

  /** New runs no longer get it; current ones continue. */
  function retire(warm: Warm): void {
    if (!warm.isRetired) current = null;
    warm.isRetired = true;
  }

  async function end(warm: Warm): Promise<void> {
    retire(warm);
    all.delete(warm);
    await warm.process.stop();
  }

  async function release(
    warm: Warm,
    { context, egress }: Pick<LeasedContext, "context" | "egress">,
  ): Promise<void> {
    const closed = await withTimeout(
      CONTEXT_CLOSE_MS_MAX,
      context.close().then(() => true),
    ).catch(() => false);
    await egress?.close();
    // A browser that does not close a context would not close the next one either.
    if (closed !== true) retire(warm);
    warm.leases -= 1;
    if (warm.leases > 0) return;
    if (warm.isRetired || !warm.process.isAlive()) await end(warm);
    else endWhenIdle(warm);
  }

  function endWhenIdle(warm: Warm): void {
    clearTimeout(idle);
    idle = setTimeout(() => {
      // If the browser does not stop, it is killed before the next one starts.
      if (warm.leases === 0) end(warm).catch(() => retire(warm));
    }, idleMs);
    idle.unref();
  }

  async function lease(contextOptions: BrowserContextOptions, policy: Egress | null): Promise<LeasedContext> {
    const warm = await take();
    const { browser } = warm.process;
    let egress: BrowserEgress | null = null;
    let context: BrowserContext | null = null;
    try {
      egress = policy && (await warm.process.openEgress(policy));
      const proxy = egress && { proxy: { server: egress.server, bypass: "<-loopback>" } };
      context = await withTimeout(CONTEXT_MS_MAX, browser.newContext({ ...contextOptions, ...proxy }));
    } catch {
      // Reported below, like a context that does not open in time.
    }
    if (context === null) {
      await egress?.close();
      warm.leases -= 1;
      retire(warm);
      if (warm.leases === 0) await end(warm);
      throw new RunnerError("the browser did not open a context; the next run starts a new browser");
    }
    const leased = { context, egress };
    let returning: Promise<void> | null = null;
    return {
      ...leased,
      browser,
      folder: warm.process.folder,
      isAlive: warm.process.isAlive,
      release() {
        returning ??= release(warm, leased);
        return returning;
      },
    };
  }

  return {
    lease,
    async close() {
      isClosed = true;
      clearTimeout(idle);
      await current?.catch(() => null);
      await Promise.all([...all].map(end));
    },
  };
}

/** Explains the one cause that operators meet often and cannot guess, by Playwright's message. */
function reasonOf(cause: unknown): string {
  const isUnsandboxed = cause instanceof Error && cause.message.includes("sandboxing failed");
  return isUnsandboxed
    ? ": this kernel or container does not allow its sandbox. Allow user namespaces (deploy/README.md)"
    : "";
}
