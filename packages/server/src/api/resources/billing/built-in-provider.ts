import { newId } from "../../../platform/kernel/ids.ts";
import { signCheckout } from "./checkout-link.ts";
import type { BillingProvider } from "./provider.ts";
import { insertCheckout } from "./queries.ts";

/**
 * Plans without payment, for self-hosted servers. The checkout is a page of this server behind a signed link.
 * The link is valid for 30 minutes, for one use, and only for the person who requested it.
 */

const VALID_MS = 1_800_000;

export function createBuiltInProvider({ secret }: { secret: string }): BillingProvider {
  return {
    name: "built-in",
    async checkout({ db, clock, actor, org, plan, serverUrl }) {
      const nowMs = clock.now();
      const checkout = {
        id: newId(nowMs),
        orgId: org.id,
        planId: plan.id,
        personId: actor.kind === "member" ? actor.personId : null,
        expiresAtMs: nowMs + VALID_MS,
      };
      await insertCheckout(db, checkout);
      const { id, expiresAtMs } = checkout;
      // The fragment after # is not sent to servers and does not appear in logs or in the Referer header.
      const url = `${serverUrl}/billing/checkout/${id}?org=${org.id}#${signCheckout(secret, checkout)}`;
      return { id, url, expiresAtMs };
    },
    async portal({ serverUrl }) {
      return { url: `${serverUrl}/settings/billing` };
    },
  };
}
