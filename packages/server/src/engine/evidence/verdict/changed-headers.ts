/** Headers that differ between any two responses. */
const VOLATILE: ReadonlySet<string> = new Set([
  "age",
  "cf-ray",
  "content-length",
  "date",
  "etag",
  "expires",
  "last-modified",
  "set-cookie",
  "x-amz-cf-id",
  "x-request-id",
]);
const VALUE_LENGTH_MAX = 60;

type Headers = Readonly<Record<string, string>>;

/** Returns a clause for each header that was added, removed or changed, in the order of names. Pure. */
export function changedHeaders(before: Headers, after: Headers): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)].map((name) => name.toLowerCase()));
  return [...names].sort().flatMap((name) => {
    if (VOLATILE.has(name)) return [];
    const [old, now] = [headerOf(before, name), headerOf(after, name)];
    if (old === now) return [];
    if (now === null) return [`the header ${name} is gone`];
    if (old === null) return [`the header ${name} is new (${now})`];
    return [`the header ${name} changed from ${old} to ${now}`];
  });
}

function headerOf(headers: Headers, name: string): string | null {
  const found = Object.entries(headers).find(([each]) => each.toLowerCase() === name);
  return found === undefined ? null : found[1].slice(0, VALUE_LENGTH_MAX);
}
