/** Domains that are not part of the public DNS. Sources: RFC 6761, RFC 6762, RFC 8375, RFC 9476, ICANN for `internal`. */
const INTERNAL_DOMAINS: ReadonlySet<string> = new Set([
  "local",
  "localhost",
  "internal",
  "lan",
  "home",
  "corp",
  "intranet",
  "private",
  "arpa",
  "test",
  "invalid",
  "example",
  "alt",
  "onion",
]);

/** Returns whether no resolver of the internet can know the name, so that none is asked for it. */
export function isInternalName(name: string): boolean {
  const labels = name
    .toLowerCase()
    .split(".")
    .filter((label) => label !== "");
  return labels.length < 2 || INTERNAL_DOMAINS.has(labels.at(-1) ?? "");
}
