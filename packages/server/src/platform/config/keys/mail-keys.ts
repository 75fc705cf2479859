import { emailAddress, onOrOff, smtpUrl, wholeNumber } from "../forms.ts";

/** Settings for sending email. */
export const MAIL_KEYS = {
  VEDETTE_CONFIRM_RECIPIENTS: {
    meaning:
      "Whether alert recipients who are not members must confirm their address by a link; always required with VEDETTE_SIGNUP=open",
    form: onOrOff,
    unit: null,
    default: "off",
    reason:
      "If the operator knows all users, an alert that waits for a confirmation does more harm than an unwanted email.",
  },
  VEDETTE_MAILS_PER_HOUR: {
    meaning:
      "Maximum emails per organization for alerts, tests, confirmations and invitations; 0 means no limit",
    form: wholeNumber({ min: 0, max: 1_000_000 }),
    unit: "emails per hour",
    default: "500",
    reason:
      "A burst of alerts to 20 recipients is sent as digests within this limit, and no single organization can damage the reputation of the sender.",
  },
  SMTP_URL: {
    meaning: "SMTP server for invitations, password resets and alerts",
    form: smtpUrl,
    unit: null,
    default: null,
    reason: "If not set, no email is sent: the invitation link is shown to the inviting user.",
    isSecret: true,
  },
  VEDETTE_MAIL_FROM: {
    meaning: "Sender address of emails; required with SMTP_URL",
    form: emailAddress,
    unit: null,
    default: null,
    reason: "Depends on the addresses that the mail server accepts.",
  },
} as const;
