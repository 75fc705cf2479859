import type { ContactMethodType } from "@vedette/contract/on-call/contact-method-limits.ts";
import type { ContactMethod, RuleSeverity } from "@vedette/contract/on-call/contact-methods.ts";
import { t } from "../../../../language/t.ts";

export const CONTACT_LABELS: Record<ContactMethodType, string> = {
  email: t("Email"),
  sms: "SMS",
  call: t("Call"),
  push: t("Push"),
};

export const SEVERITY_LABELS: Record<RuleSeverity, string> = {
  any: t("All alerts"),
  critical: t("Critical alerts"),
  warning: t("Warnings"),
};

/** "SMS to +15550100001", "Push to all devices". */
export function methodLabel({ type, address }: Pick<ContactMethod, "type" | "address">): string {
  return address === null
    ? t("{type} to all devices", { type: CONTACT_LABELS[type] })
    : t("{type} to {address}", { type: CONTACT_LABELS[type], address });
}

/** "At once", "After 3 min", "After 90 s". */
export function delayLabel(seconds: number): string {
  if (seconds === 0) return t("At once");
  return seconds % 60 === 0
    ? t("After {minutes} min", { minutes: seconds / 60 })
    : t("After {seconds} s", { seconds });
}
