import type { BrowserContextOptions } from "playwright-core";
import { callOnce } from "../../../../platform/kernel/call-once.ts";
import type { Egress } from "../../../../platform/net/egress.ts";
import { type LeasedContext, WarmBrowser, type WarmBrowserOptions } from "./warm-browser.ts";

export type BrowserPoolOptions = WarmBrowserOptions & {
  /** Maximum number of browsers; beyond it the one that was idle longest is closed, never one in use. */
  browsersMax: number;
};

type Entry = { warm: WarmBrowser; leases: number };

/**
 * The browsers of a runner, one per organization: code that breaks out of a page finds only the runs of its
 * own organization. Must never know the purpose of a run.
 */
export class BrowserPool {
  readonly #options: BrowserPoolOptions;
  /** In the order of their last use, oldest first. */
  readonly #entries = new Map<string, Entry>();
  readonly #ending = new Set<Promise<void>>();

  constructor(options: BrowserPoolOptions) {
    this.#options = options;
  }

  /** Returns a fresh context in the browser of `orgId`; see `WarmBrowser.lease`. */
  async lease(orgId: string, options: BrowserContextOptions, egress: Egress | null): Promise<LeasedContext> {
    const entry = this.#take(orgId);
    const leave = callOnce(() => {
      entry.leases -= 1;
    });
    try {
      await this.#evict();
      const lease = await entry.warm.lease(options, egress);
      return { ...lease, release: () => lease.release().finally(leave) };
    } catch (error) {
      leave();
      throw error;
    }
  }

  /** Closes all browsers, including those in use. */
  async close(): Promise<void> {
    const all = [...this.#entries.values()];
    this.#entries.clear();
    await Promise.all([...all.map(({ warm }) => warm.close()), ...this.#ending]);
  }

  #take(orgId: string): Entry {
    const entry = this.#entries.get(orgId) ?? { warm: new WarmBrowser(this.#options), leases: 0 };
    entry.leases += 1;
    this.#entries.delete(orgId);
    this.#entries.set(orgId, entry);
    return entry;
  }

  /** Closed before the next one starts, so that memory never holds both. */
  async #evict(): Promise<void> {
    for (const [orgId, { warm, leases }] of this.#entries) {
      if (this.#entries.size <= this.#options.browsersMax) break;
      if (leases > 0) continue;
      this.#entries.delete(orgId);
      const closing = warm.close().finally(() => this.#ending.delete(closing));
      this.#ending.add(closing);
    }
    await Promise.all(this.#ending);
  }
}
