import type { BrowserContextOptions } from "playwright-core";
import type { Egress } from "../../../../platform/net/egress.ts";
import {
  createWarmBrowser,
  type LeasedContext,
  type WarmBrowser,
  type WarmBrowserOptions,
} from "./warm-browser.ts";

/**
 * The browsers of a runner, one per organization: code that breaks out of a page finds only the runs of its
 * own organization. Must never know the purpose of a run.
 */
export type BrowserPool = {
  /** Returns a fresh context in the browser of `orgId`; see `WarmBrowser.lend`. */
  lease(orgId: string, options: BrowserContextOptions, egress: Egress | null): Promise<LeasedContext>;
  /** Closes all browsers, including those in use. */
  close(): Promise<void>;
};

export type BrowserPoolOptions = WarmBrowserOptions & {
  /** Maximum number of browsers; beyond it the one that was idle longest is closed, never one in use. */
  browsersMax: number;
};

type Entry = { warm: WarmBrowser; leases: number };

export function createBrowserPool({ browsersMax, ...options }: BrowserPoolOptions): BrowserPool {
  /** In the order of their last use, oldest first. */
  const entries = new Map<string, Entry>();
  const ending = new Set<Promise<void>>();

  function take(orgId: string): Entry {
    const entry = entries.get(orgId) ?? { warm: createWarmBrowser(options), leases: 0 };
    entry.leases += 1;
    entries.delete(orgId);
    entries.set(orgId, entry);
    return entry;
  }

  /** Closed before the next one starts, so that memory never holds both. */
  async function evict(): Promise<void> {
    for (const [orgId, { warm, leases: lease }] of entries) {
      if (entries.size <= browsersMax) break;
      if (lease > 0) continue;
      entries.delete(orgId);
      const closing = warm.close().finally(() => ending.delete(closing));
      ending.add(closing);
    }
    await Promise.all(ending);
  }

  return {
    async lease(orgId, contextOptions, egress) {
      const entry = take(orgId);
      const leave = once(() => {
        entry.leases -= 1;
      });
      try {
        await evict();
        const lease = await entry.warm.lease(contextOptions, egress);
        return { ...lease, release: () => lease.release().finally(leave) };
      } catch (error) {
        leave();
        throw error;
      }
    },

    async close() {
      const all = [...entries.values()];
      entries.clear();
      await Promise.all([...all.map(({ warm }) => warm.close()), ...ending]);
    },
  };
}

function once(call: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) call();
    isDone = true;
  };
}
