import type { RuleType } from "@vedette/contract/alerts/rule-conditions.ts";

/** Which alerts of a rule share their notifications (ADR 0056). Pure. */

const TAG_PREFIX = "tag:";

/**
 * Returns the key of the alerts that share notifications with an alert of this target, or null if it has its own:
 * also if it is in no group, or has no such tag. The value of the tag `team` is `shop` if the target has the tag
 * `team:shop`, and empty if it has the tag `team`. Of several, the first in alphabetical order counts.
 */
export function groupKeyOf(
  groupBy: string,
  { groupId, tags }: { groupId: string | null; tags: readonly string[] },
): string | null {
  if (groupBy === "rule") return "rule";
  if (groupBy === "group") return groupId === null ? null : `group:${groupId}`;
  if (!groupBy.startsWith(TAG_PREFIX)) return null;
  const name = groupBy.slice(TAG_PREFIX.length);
  const [tag] = tags.filter((each) => each === name || each.startsWith(`${name}:`)).sort();
  return tag === undefined ? null : `${TAG_PREFIX}${tag}`;
}

const CAUSE_PREFIX = "cause:";
/** Rules about failures: what expires or is slow has no common cause that is looked for. */
const OF_FAILURES: readonly RuleType[] = ["consecutive_failures", "error_rate"];

/**
 * Returns the key of the alerts that a common cause explains, which is that of its incident (ADR 0088); null without a
 * cause.
 */
export function causeKeyOf(type: RuleType, incidentId: string | null): string | null {
  return incidentId !== null && OF_FAILURES.includes(type) ? `${CAUSE_PREFIX}${incidentId}` : null;
}

/** Whether alerts with the key of a message, `<rule>:<key of the group>`, have a common cause. */
export function isCauseGroup(messageKey: string): boolean {
  return messageKey.slice(messageKey.indexOf(":") + 1).startsWith(CAUSE_PREFIX);
}
