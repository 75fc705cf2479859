import { mailCheck } from "./mail-check.ts";

/** The greeting of an SMTP server, TLS and a login. Sends no mail. */

export const smtpCheck = mailCheck("smtp", { none: 25, starttls: 587, implicit: 465 });
