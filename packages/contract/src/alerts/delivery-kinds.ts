/** What a notification is about. */
export const DELIVERY_KINDS = ["opened", "resolved", "reminder", "operator", "test"] as const;
export type DeliveryKind = (typeof DELIVERY_KINDS)[number];
