import { createHash } from "node:crypto";

/** Codes of all alerts; codes of pages have four digits. */
const CODES = 100_000;
const DIGITS = 5;

/** The digits by which a recipient of an SMS names the alert in a reply. No secret: the number of the phone is checked too. */
export function replyCodeOf(alertId: string): string {
  const hash = createHash("sha256").update(`reply code ${alertId}`).digest();
  return String(hash.readUInt32BE() % CODES).padStart(DIGITS, "0");
}
