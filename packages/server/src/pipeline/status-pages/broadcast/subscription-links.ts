import type { SubscriptionLinks } from "./subscriber-texts.ts";

/** The links of a subscription. Whoever opens them sees a page with buttons; only a POST changes something. */
export function subscriptionLinks(pageUrl: string, token: string): SubscriptionLinks {
  return {
    manageUrl: `${pageUrl}/subscription?token=${token}`,
    unsubscribeUrl: `${pageUrl}/unsubscribe?token=${token}`,
  };
}
