import type { CheckType } from "@vedette/contract/checks/check-types.ts";

type HostileService = {
  /** The fields of the check beside host and port; several check several dialogues. */
  fields: readonly Record<string, unknown>[];
  /** What hostile servers send before they misbehave: a protocol that begins well. */
  openings: readonly (string | Uint8Array)[];
};

/** The kinds that log in to a service over TCP, for the suite of hostile servers. */
export const HOSTILE_SERVICES: Partial<Record<CheckType, HostileService>> = {
  redis: {
    fields: [{}, { user: "u", password: "p", database: "1", info_field: "role" }],
    openings: [
      "+OK\r\n+OK\r\n+PONG\r\n$5\r\n",
      "+OK\r\n$999999999\r\n",
      "$4\r\n",
      "-ERR \u0000\r\n",
      ":1\r\n*1\r\n",
    ],
  },
  smtp: {
    fields: [
      { tls_mode: "none", user: "u", password: "p" },
      { tls_mode: "starttls" },
      { tls_mode: "implicit" },
    ],
    openings: [
      "220 x\r\n250-x\r\n",
      "220 x\r\n250 AUTH PLAIN\r\n",
      "220-x\r\n220-",
      "554 no\r\n",
      "220 x\r\n250 x\r\n220 go\r\n",
    ],
  },
  imap: {
    fields: [
      { tls_mode: "none", user: "u", password: "p" },
      { tls_mode: "starttls" },
      { tls_mode: "implicit" },
    ],
    openings: [
      "* OK x\r\n* CAPABILITY AUTH=PLAIN\r\na1 OK\r\n",
      "* OK x\r\na1 OK\r\n",
      "* BYE\r\n",
      "* OK x\r\na1 NO [x",
    ],
  },
  pop3: {
    fields: [
      { tls_mode: "none", user: "u", password: "p" },
      { tls_mode: "starttls" },
      { tls_mode: "implicit" },
    ],
    openings: ["+OK x\r\n", "+OK x\r\n+OK\r\n", "-ERR x\r\n"],
  },
};
