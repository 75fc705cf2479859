import { createHmac, timingSafeEqual } from "node:crypto";
import type { OrgId, PersonId } from "@vedette/contract/common/ids.ts";

/**
 * The terms that the signature of a built-in checkout link covers. The database row ensures that the link is
 * used only once.
 */
export type CheckoutTerms = {
  id: string;
  orgId: OrgId;
  planId: string;
  /** Null if an API key created the checkout. */
  personId: PersonId | null;
  expiresAtMs: number;
};

/** Domain separation: signatures made with the installation secret for other purposes are not valid here. */
const PURPOSE = "billing checkout\0";

export function signCheckout(secret: string, terms: CheckoutTerms): string {
  return computeMac(secret, terms).toString("base64url");
}

export function isValidSignature(secret: string, terms: CheckoutTerms, signature: string): boolean {
  const actual = Buffer.from(signature, "base64url");
  const expected = computeMac(secret, terms);
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

function computeMac(secret: string, { id, orgId, planId, personId, expiresAtMs }: CheckoutTerms): Buffer {
  const terms = [id, orgId, planId, personId ?? "", String(expiresAtMs)].join("\0");
  return createHmac("sha256", secret)
    .update(PURPOSE + terms)
    .digest();
}
