/** The maxima of contact methods and notification rules. Separate from the schemas so that clients do not load zod. */

export const CONTACT_METHODS_MAX = 10;
export const NOTIFICATION_RULES_MAX = 20;
/** A day: an alert that waits longer is no page. */
export const AFTER_SECONDS_MAX = 86_400;
export const CODE_LENGTH = 6;
export const CODE_ATTEMPTS_MAX = 5;
export const CODE_MINUTES = 10;

export const CONTACT_METHOD_TYPES = ["email", "sms", "call", "push"] as const;
export type ContactMethodType = (typeof CONTACT_METHOD_TYPES)[number];

/** A number in E.164: `+`, a country code and up to 15 digits in total. Source: ITU-T E.164. */
export const E164_PATTERN = /^\+[1-9]\d{6,14}$/;
