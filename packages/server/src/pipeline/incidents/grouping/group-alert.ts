/**
 * Which alerts belong to one incident, and why, from what is known of their targets. Pure: the same facts in any order
 * give the same answer.
 */

export type Named = { id: string; name: string };

export type GroupFacts = {
  alertId: string;
  target: Named;
  openedAtMs: number;
  /** The topmost parents of the target by its dependencies; the target itself if it depends on nothing. */
  roots: readonly Named[];
  group: Named | null;
  hosts: readonly string[];
  ips: readonly string[];
  /** Issuer and end of each certificate that a check saw. */
  certificates: readonly string[];
  tags: readonly string[];
  /** The common cause that the target fails by, as a sentence; null without one (ADR 0088). */
  cause: string | null;
};

/** Alerts with common tags belong together only if they opened at about the same time. */
export const TAGGED_WITHIN_MS = 180_000;
export const SHARED_TAGS_MIN = 2;

/** The strongest reason first. */
const REASONS: readonly ((one: GroupFacts, other: GroupFacts) => string | null)[] = [
  (one, other) => (one.target.id === other.target.id ? `It is about ${quoted(other.target)} too.` : null),
  (one, other) => (one.cause !== null && one.cause === other.cause ? one.cause : null),
  sameRoot,
  (one, other) =>
    one.group !== null && one.group.id === other.group?.id
      ? `${quoted(one.target)} and ${quoted(other.target)} are in the group ${quoted(one.group)}.`
      : null,
  (one, other) => sameValue("host", "hosts", [one, other]),
  (one, other) => sameValue("IP address", "ips", [one, other]),
  (one, other) => sameValue("certificate", "certificates", [one, other]),
  sameTags,
];

/** The reason for which two alerts belong to one incident, in a sentence, with its strength (0 is the strongest). */
export function reasonToGroup(
  one: GroupFacts,
  other: GroupFacts,
): { reason: string; strength: number } | null {
  for (const [strength, findReason] of REASONS.entries()) {
    const reason = findReason(one, other);
    if (reason !== null) return { reason, strength };
  }
  return null;
}

export type OpenGroup = { incidentId: string; number: number; alerts: readonly GroupFacts[] };

/** The open incident that an alert belongs to: that with the strongest reason, and of those the oldest. */
export function findGroup(
  alert: GroupFacts,
  groups: readonly OpenGroup[],
): { incidentId: string; reason: string } | null {
  const found = groups.flatMap(({ incidentId, number, alerts }) =>
    alerts.flatMap((other) => {
      const match = reasonToGroup(alert, other);
      return match ? [{ incidentId, number, ...match, alertId: other.alertId }] : [];
    }),
  );
  const [best] = found.sort(
    (a, b) => a.strength - b.strength || a.number - b.number || (a.alertId < b.alertId ? -1 : 1),
  );
  return best ? { incidentId: best.incidentId, reason: best.reason } : null;
}

function sameRoot(one: GroupFacts, other: GroupFacts): string | null {
  const ids = new Set(other.roots.map(({ id }) => id));
  const root = least(
    one.roots.filter(({ id }) => ids.has(id)),
    ({ id }) => id,
  );
  if (root === null) return null;
  const children = [one.target, other.target].filter(({ id }) => id !== root.id);
  const names = children.map(quoted).join(" and ");
  return `${names} ${children.length === 1 ? "depends" : "depend"} on ${quoted(root)}.`;
}

function sameValue(
  label: string,
  field: "hosts" | "ips" | "certificates",
  [one, other]: readonly [GroupFacts, GroupFacts],
): string | null {
  const shared = least(
    one[field].filter((value) => other[field].includes(value)),
    (value) => value,
  );
  return shared === null
    ? null
    : `${quoted(one.target)} and ${quoted(other.target)} have the same ${label} (${shared}).`;
}

function sameTags(one: GroupFacts, other: GroupFacts): string | null {
  const apartMs = Math.abs(one.openedAtMs - other.openedAtMs);
  const shared = [...new Set(one.tags.filter((tag) => other.tags.includes(tag)))].sort();
  if (apartMs > TAGGED_WITHIN_MS || shared.length < SHARED_TAGS_MIN) return null;
  const seconds = Math.round(apartMs / 1_000);
  return `${quoted(one.target)} and ${quoted(other.target)} have the tags ${shared.join(", ")}, and their alerts opened ${seconds} s apart.`;
}

function least<T>(values: readonly T[], keyOf: (value: T) => string): T | null {
  return values.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))[0] ?? null;
}

function quoted({ name }: Named): string {
  return `“${name}”`;
}
