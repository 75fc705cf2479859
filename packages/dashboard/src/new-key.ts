let lastKey = 0;

/** Returns a key for an entry of an edited list, so that it stays the same while entries move. */
export function newKey(): number {
  lastKey += 1;
  return lastKey;
}
