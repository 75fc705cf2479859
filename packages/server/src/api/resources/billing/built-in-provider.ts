import { newId } from "../../../platform/kernel/ids.ts";
import { signCheckout } from "./checkout-link.ts";
import type { BillingProvider } from "./provider.ts";
import { insertCheckout } from "./queries.ts";

/**
 * Plans without payment, for whoever runs the server for himself: the checkout is a page of ours, at a link that
 * is signed, good for half an hour and for one use, and only for who asked for it.
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
      // Behind # the signature reaches no log of a server and no Referer.
      const url = `${serverUrl}/billing/checkout/${id}?org=${org.id}#${signCheckout(secret, checkout)}`;
      return { id, url, expiresAtMs };
    },
    async portal({ serverUrl }) {
      return { url: `${serverUrl}/settings/billing` };
    },
  };
}
