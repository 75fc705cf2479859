import { mailCheck } from "./mail-check.ts";

/** The greeting of an IMAP server, TLS and a login. */

export const imapCheck = mailCheck("imap", { none: 143, starttls: 143, implicit: 993 });
