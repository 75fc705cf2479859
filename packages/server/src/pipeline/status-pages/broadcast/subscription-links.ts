import type { SubscriptionLinks } from "./subscriber-texts.ts";

/** The links of a subscription. Opening them shows a page with buttons; only a POST changes something. */
export function subscriptionLinks(pageUrl: string, token: string): SubscriptionLinks {
  return {
    manageUrl: `${pageUrl}/subscription?token=${token}`,
    unsubscribeUrl: `${pageUrl}/unsubscribe?token=${token}`,
  };
}
