/** A longer name is not a typo, and comparing it would only cost time. */
const NAME_LENGTH_MAX = 64;

/** Returns the known name with the smallest edit distance to `name`, or null if none is close enough. */
export function nearestName(name: string, known: readonly string[]): string | null {
  if (name.length > NAME_LENGTH_MAX) return null;
  const normalized = normalize(name);
  let nearest: string | null = null;
  let nearestDistance = Math.max(1, Math.floor(name.length / 3)) + 1;
  for (const candidate of known) {
    const distance = editDistance(normalized, normalize(candidate));
    if (distance < nearestDistance) {
      nearest = candidate;
      nearestDistance = distance;
    }
  }
  return nearest;
}

/** Makes `followRedirects` and `follow_redirects` equal. */
function normalize(name: string): string {
  return name.replaceAll(/[_-]/g, "").toLowerCase();
}

/**
 * Optimal string alignment distance: Levenshtein distance in which a swap of two adjacent characters counts once
 * (`vaule`). Source: Boytsov, "Indexing methods for approximate dictionary searching", 2011, section 2.1.
 */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const substituted = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwapped ? (beforeLast[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY;
      row.push(Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, substituted, swapped));
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? 0;
}
