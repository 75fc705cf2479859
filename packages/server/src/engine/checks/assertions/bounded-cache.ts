/** Creates an LRU cache of `entriesMax` values. `make` must be pure. */
export function createBoundedCache<V>(entriesMax: number, make: (key: string) => V): (key: string) => V {
  const entries = new Map<string, { value: V }>();
  return (key) => {
    const entry = entries.get(key) ?? { value: make(key) };
    entries.delete(key);
    entries.set(key, entry);
    if (entries.size > entriesMax) {
      const [oldest] = entries.keys();
      if (oldest !== undefined) entries.delete(oldest);
    }
    return entry.value;
  };
}
