import { t } from "../../../language/t.ts";

export const EXPIRIES = ["30", "90", "365", "never"] as const;
export type Expiry = (typeof EXPIRIES)[number];

export const EXPIRY_LABELS: Record<Expiry, string> = {
  "30": t("In 30 days"),
  "90": t("In 90 days"),
  "365": t("In 1 year"),
  never: t("Never"),
};

const DAY_MS = 86_400_000;

/** Returns when a key created now expires, or null if it never expires. */
export function expiryAt(expiry: Expiry, nowMs: number): string | null {
  return expiry === "never" ? null : new Date(nowMs + Number(expiry) * DAY_MS).toISOString();
}
