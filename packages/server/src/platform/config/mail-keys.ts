import { emailAddress, onOrOff, smtpUrl, wholeNumber } from "./forms.ts";

/** What is mailed, to whom and by which server. */
export const MAIL_KEYS = {
  VEDETTE_CONFIRM_RECIPIENTS: {
    meaning:
      "Whether recipients of alerts who are no members have to agree by a link first; with VEDETTE_SIGNUP=open they always have to",
    form: onOrOff,
    unit: null,
    default: "off",
    reason:
      "Where the operator knows all who make channels, an alert that waits for a click is the greater harm.",
  },
  VEDETTE_MAILS_PER_HOUR: {
    meaning:
      "Mails that one organization may cause by alerts, tests, confirmations and invitations; 0 means no limit",
    form: wholeNumber({ min: 0, max: 1_000_000 }),
    unit: "mails per hour",
    default: "500",
    reason:
      "A storm of alerts to 20 recipients passes as digests, and no organization costs the sender its good name.",
  },
  SMTP_URL: {
    meaning: "Mail server for invitations, new passwords and alerts",
    form: smtpUrl,
    unit: null,
    default: null,
    reason: "Unset, nothing is mailed: the person who invites is shown the invitation's link.",
    isSecret: true,
  },
  VEDETTE_MAIL_FROM: {
    meaning: "Address that mails come from; needed with SMTP_URL",
    form: emailAddress,
    unit: null,
    default: null,
    reason: "Only the operator knows which address his mail server lets send.",
  },
} as const;
