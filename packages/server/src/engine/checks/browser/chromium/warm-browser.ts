import type { Browser, BrowserContext, BrowserContextOptions } from "playwright-core";
import type { Egress } from "../../../../platform/net/egress.ts";
import { RunnerError } from "../../../../platform/net/net-failure.ts";
import { withTimeout } from "../with-timeout.ts";
import type { BrowserEgress } from "./browser-egress.ts";
import { type BrowserProcess, startBrowserProcess } from "./browser-process.ts";
import type { BrowserIsolation } from "./browser-sandbox.ts";
import { findChromium } from "./find-chromium.ts";

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

/**
 * The browser of one organization: started for its first run, with a fresh context per run, and replaced
 * before leaks or damage reach a later run.
 */
export class WarmBrowser {
  readonly #options: WarmBrowserOptions;
  readonly #all = new Set<Warm>();
  #current: Promise<Warm> | null = null;
  #idle: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: WarmBrowserOptions) {
    this.#options = options;
  }

  /**
   * Without an egress the context has no network. Throws a RunnerError if no browser is available,
   * which says nothing about a target.
   */
  async lease(options: BrowserContextOptions, policy: Egress | null): Promise<LeasedContext> {
    const warm = await this.#take();
    const opened = await openContext(warm, options, policy);
    if (opened.context === null) {
      await opened.egress?.close();
      warm.leases -= 1;
      this.#retire(warm);
      if (warm.leases === 0) await this.#end(warm);
      throw new RunnerError("the browser did not open a context; the next run starts a new browser");
    }
    const leased = { context: opened.context, egress: opened.egress };
    const { browser, folder, isAlive } = warm.process;
    let releasing: Promise<void> | null = null;
    const release = () => {
      releasing ??= this.#release(warm, leased);
      return releasing;
    };
    return { ...leased, browser, folder, isAlive, release };
  }

  /** Closes the browser, even if it is in use. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#idle);
    await this.#current?.catch(() => null);
    await Promise.all([...this.#all].map((warm) => this.#end(warm)));
  }

  async #take(): Promise<Warm> {
    const { runsMax = RUNS_MAX } = this.#options;
    for (let tries = 0; tries < TAKE_TRIES_MAX && !this.#isClosed; tries++) {
      clearTimeout(this.#idle);
      const warm = await (this.#current ?? this.#launch());
      if (!warm.process.isAlive()) this.#retire(warm);
      if (warm.isRetired) continue;
      warm.leases += 1;
      warm.leasesTotal += 1;
      if (warm.leasesTotal >= runsMax) this.#retire(warm);
      return warm;
    }
    throw new RunnerError(
      this.#isClosed
        ? "the browser was closed because this runner is stopping"
        : "the browser exits right after its start",
    );
  }

  #launch(): Promise<Warm> {
    const launching = this.#start();
    this.#current = launching;
    launching.catch(() => {
      if (this.#current === launching) this.#current = null;
    });
    return launching;
  }

  async #start(): Promise<Warm> {
    const warm = { process: await startProcess(this.#options), leases: 0, leasesTotal: 0, isRetired: false };
    this.#all.add(warm);
    if (this.#isClosed) await this.#end(warm);
    return warm;
  }

  /** New runs no longer get it; current ones continue. */
  #retire(warm: Warm): void {
    if (!warm.isRetired) this.#current = null;
    warm.isRetired = true;
  }

  async #end(warm: Warm): Promise<void> {
    this.#retire(warm);
    this.#all.delete(warm);
    await warm.process.stop();
  }

  async #release(warm: Warm, { context, egress }: Pick<LeasedContext, "context" | "egress">): Promise<void> {
    const closed = await withTimeout(
      CONTEXT_CLOSE_MS_MAX,
      context.close().then(() => true),
    ).catch(() => false);
    await egress?.close();
    // A browser that does not close a context would not close the next one either.
    if (closed !== true) this.#retire(warm);
    warm.leases -= 1;
    if (warm.leases > 0) return;
    if (warm.isRetired || !warm.process.isAlive()) await this.#end(warm);
    else this.#endWhenIdle(warm);
  }

  #endWhenIdle(warm: Warm): void {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => {
      // If the browser does not stop, it is killed before the next one starts.
      if (warm.leases === 0) this.#end(warm).catch(() => this.#retire(warm));
    }, this.#options.idleMs ?? IDLE_MS);
    this.#idle.unref();
  }
}

async function startProcess(options: WarmBrowserOptions): Promise<BrowserProcess> {
  const found = await findChromium(options.chromiumPath);
  if (found.path === null) throw new RunnerError(found.message);
  const isolation = await options.isolation();
  try {
    return await startBrowserProcess({ ...options, isolation, executablePath: found.path });
  } catch (cause) {
    throw new RunnerError(`the browser ${found.path} did not start${reasonOf(cause)}`, { cause });
  }
}

/** The context is null if it does not open in time, or at all. */
async function openContext(
  { process }: Warm,
  options: BrowserContextOptions,
  policy: Egress | null,
): Promise<{ context: BrowserContext | null; egress: BrowserEgress | null }> {
  let egress: BrowserEgress | null = null;
  try {
    egress = policy && (await process.openEgress(policy));
    const proxy = egress && { proxy: { server: egress.server, bypass: "<-loopback>" } };
    const opening = process.browser.newContext({ ...options, ...proxy });
    return { context: await withTimeout(CONTEXT_MS_MAX, opening), egress };
  } catch {
    return { context: null, egress };
  }
}

/** Explains the one cause that operators meet often and cannot guess, by Playwright's message. */
function reasonOf(cause: unknown): string {
  const isUnsandboxed = cause instanceof Error && cause.message.includes("sandboxing failed");
  return isUnsandboxed
    ? ": this kernel or container does not allow its sandbox. Allow user namespaces (deploy/README.md)"
    : "";
}
