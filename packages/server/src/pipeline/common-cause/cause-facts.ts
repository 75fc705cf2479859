import type { CauseKind } from "@vedette/contract/incidents/incident-limits.ts";
import type { CauseFacts, Trait } from "./find-common-cause.ts";
import { networkOf } from "./networks.ts";
import type { CauseTargetRow } from "./queries.ts";

/** Targets that turned bad so close to each other may have one cause. */
const TOGETHER_MS = 180_000;

/** The targets that turned bad together with some of them, and the healthy ones. Pure. */
export function splitTargets(
  rows: readonly CauseTargetRow[],
  { alertedIds, sinceMs }: { alertedIds: ReadonlySet<string>; sinceMs: number | null },
): { bad: CauseTargetRow[]; healthy: CauseTargetRow[] } {
  const down = rows.filter(({ status }) => status === "down");
  const alerted = down.filter(({ id }) => alertedIds.has(id));
  const newestMs = Math.max(...alerted.map((row) => row.status_since.getTime()));
  const fromMs = Math.min(newestMs - TOGETHER_MS, sinceMs ?? Number.POSITIVE_INFINITY);
  const bad = down.filter(
    ({ status_since: since }) => since.getTime() >= fromMs && since.getTime() <= newestMs,
  );
  return { bad, healthy: rows.filter(({ status }) => status !== "down") };
}

/** What is known of a target as traits. Of a bad one, only the locations that see it down are traits. */
export function toCauseFacts(
  row: CauseTargetRow,
  errors: readonly { code: string; phase: string | null }[] = [],
): CauseFacts {
  const { id, name, tags, parents, is_parent: isParent, status } = row;
  const addresses = row.addresses ?? [];
  const networks = addresses.map(networkOf).filter((network) => network !== null);
  const all = (kind: CauseKind, values: readonly string[]): Trait[] =>
    values.map((value) => ({ kind, value: value.slice(0, VALUE_LENGTH_MAX) }));
  return {
    id,
    traits: [
      ...all("dependency", isParent ? [...parents, name] : parents),
      ...all("address", addresses),
      ...all("host", hostsOf(row.address)),
      ...all("certificate", (row.certificates ?? []).map(shortFingerprint)),
      ...all("network", networks),
      ...all("nameserver", row.nameservers ?? []),
      ...all("location", status === "down" ? row.failing_locations : row.locations),
      ...all("tag", tags),
      ...all("issuer", row.issuers ?? []),
      ...all(
        "error",
        errors.map(({ code }) => code),
      ),
      ...all(
        "phase",
        errors.flatMap(({ phase }) => phase ?? []),
      ),
    ],
  };
}

/** A value is part of a sentence. */
const VALUE_LENGTH_MAX = 200;

/** Enough to recognize a certificate by its SHA-256. */
function shortFingerprint(fingerprint: string): string {
  return fingerprint.slice(0, 23);
}

/** The host of a URL, or of `host:port`. */
function hostsOf(address: string | null): string[] {
  if (address === null) return [];
  const url = address.includes("://") ? address : `tcp://${address}`;
  const host = URL.canParse(url) ? new URL(url).hostname.toLowerCase() : "";
  return host === "" ? [] : [host];
}
