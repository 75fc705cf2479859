import type { ContactMethodType } from "@vedette/contract/on-call/contact-method-limits.ts";
import type { ContactMethod, RuleSeverity } from "@vedette/contract/on-call/contact-methods.ts";

export const CONTACT_LABELS: Record<ContactMethodType, string> = {
  email: "Email",
  sms: "SMS",
  call: "Call",
  push: "Push",
};

export const SEVERITY_LABELS: Record<RuleSeverity, string> = {
  any: "All alerts",
  critical: "Critical alerts",
  warning: "Warnings",
};

/** "SMS to +15550100001", "Push to all devices". */
export function methodLabel({ type, address }: Pick<ContactMethod, "type" | "address">): string {
  return address === null
    ? `${CONTACT_LABELS[type]} to all devices`
    : `${CONTACT_LABELS[type]} to ${address}`;
}

/** "At once", "After 3 min", "After 90 s". */
export function delayLabel(seconds: number): string {
  if (seconds === 0) return "At once";
  return seconds % 60 === 0 ? `After ${seconds / 60} min` : `After ${seconds} s`;
}
