import { createHmac, timingSafeEqual } from "node:crypto";
import type { OrgId, PersonId } from "@vedette/contract/common/ids.ts";

/** What a link to the built-in checkout is signed for. That it is used once is its row's affair. */
export type CheckoutTerms = {
  id: string;
  orgId: OrgId;
  planId: string;
  /** Null where an API key asked for it. */
  personId: PersonId | null;
  expiresAtMs: number;
};

/** Bound to this purpose: what the installation's secret signs elsewhere confirms nothing here. */
const PURPOSE = "billing checkout\0";

export function signCheckout(secret: string, terms: CheckoutTerms): string {
  return macOf(secret, terms).toString("base64url");
}

export function isSignedFor(secret: string, terms: CheckoutTerms, signature: string): boolean {
  const shown = Buffer.from(signature, "base64url");
  const right = macOf(secret, terms);
  return shown.length === right.length && timingSafeEqual(shown, right);
}

function macOf(secret: string, { id, orgId, planId, personId, expiresAtMs }: CheckoutTerms): Buffer {
  const terms = [id, orgId, planId, personId ?? "", String(expiresAtMs)].join("\0");
  return createHmac("sha256", secret)
    .update(PURPOSE + terms)
    .digest();
}
