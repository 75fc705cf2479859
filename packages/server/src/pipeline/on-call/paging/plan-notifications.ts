import type { Severity } from "@vedette/contract/alerts/alert-rules.ts";
import type { ContactMethodType } from "@vedette/contract/on-call/contact-method-limits.ts";
import type { RuleSeverity } from "@vedette/contract/on-call/contact-methods.ts";

/** Decides by which contact methods a person is notified of an alert, and when. Pure. */

export type UsableMethod = { id: string; type: ContactMethodType };
export type PlannedRule = { method_id: string; severity: RuleSeverity; after_seconds: number };
export type PlannedNotification = { method: UsableMethod; afterSeconds: number };

/** Used without rules of one's own, and if no rule leads to a usable method. */
const DEFAULT_TYPES: readonly ContactMethodType[] = ["email", "push"];

/**
 * Returns the notifications in order of time. `methods`: those that are verified and accept messages. A person with a
 * usable method is always notified: if no rule applies, by the default, or by every method there is.
 */
export function planNotifications({
  rules,
  methods,
  severity,
}: {
  rules: readonly PlannedRule[];
  methods: readonly UsableMethod[];
  severity: Severity;
}): PlannedNotification[] {
  const usable = new Map(methods.map((method) => [method.id, method]));
  const planned = new Map<string, PlannedNotification>();
  for (const { method_id: id, severity: wanted, after_seconds: afterSeconds } of rules) {
    const method = usable.get(id);
    if (method === undefined || (wanted !== "any" && wanted !== severity)) continue;
    planned.set(`${id} ${afterSeconds}`, { method, afterSeconds });
  }
  if (planned.size > 0) return [...planned.values()].sort((a, b) => a.afterSeconds - b.afterSeconds);
  const standard = methods.filter(({ type }) => DEFAULT_TYPES.includes(type));
  // Devices may be missing, which is known only when a message is sent.
  const chosen = standard.some(({ type }) => type === "email") ? standard : methods;
  return chosen.map((method) => ({ method, afterSeconds: 0 }));
}
