/** The words of subscribers of status pages. Separate from the schemas so that the dashboard does not load zod. */

/** Where messages are sent: an address, or a URL. */
export const SUBSCRIBER_TYPES = ["email", "webhook", "slack", "discord", "teams"] as const;
export type SubscriberType = (typeof SUBSCRIBER_TYPES)[number];

/** Only active ones get messages. `disabled`: by this server, because messages were not accepted. */
export const SUBSCRIBER_STATES = ["pending", "active", "unsubscribed", "disabled"] as const;
export type SubscriberState = (typeof SUBSCRIBER_STATES)[number];

/** What a subscriber is notified of. */
export const SUBSCRIPTION_TOPICS = ["incidents", "maintenance"] as const;
export type SubscriptionTopic = (typeof SUBSCRIPTION_TOPICS)[number];

export const DELIVERY_STATES = ["pending", "sent", "failed", "discarded"] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];
