import { mailCheck } from "./mail-check.ts";

/** The greeting of a POP3 server, TLS and a login. */

export const pop3Check = mailCheck("pop3", { none: 110, starttls: 110, implicit: 995 });
