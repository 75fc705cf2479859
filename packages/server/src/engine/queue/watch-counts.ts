import { callOnce } from "../../platform/kernel/call-once.ts";

/** Counts the watchers of each organization. */
export class WatchCounts {
  readonly #counts = new Map<string, number>();
  readonly #onChange: (orgId: string, isWatched: boolean) => void;

  /** `onChange` is called for the first and after the last watcher of an organization. */
  constructor(onChange: (orgId: string, isWatched: boolean) => void = () => {}) {
    this.#onChange = onChange;
  }

  /** Adds a watcher until the returned function is called, which may happen twice. */
  add(orgId: string): () => void {
    this.#change(orgId, 1);
    return callOnce(() => this.#change(orgId, -1));
  }

  has(orgId: string): boolean {
    return this.#counts.has(orgId);
  }

  orgIds(): string[] {
    return [...this.#counts.keys()];
  }

  #change(orgId: string, change: 1 | -1): void {
    const before = this.#counts.get(orgId) ?? 0;
    const after = before + change;
    if (after > 0) this.#counts.set(orgId, after);
    else this.#counts.delete(orgId);
    if (before === 0 || after === 0) this.#onChange(orgId, after > 0);
  }
}
