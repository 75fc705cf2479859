import type { CheckType } from "@vedette/contract/checks/check-types.ts";

type HostileService = {
  /** The fields of the check beside host and port; several check several dialogues. */
  fields: readonly Record<string, unknown>[];
  /** What hostile servers send before they misbehave: a protocol that begins well. */
  openings: readonly (string | Uint8Array)[];
};

/** Messages of PostgreSQL: type, length, content. */
const POSTGRES_OPENINGS = [
  "S",
  "N",
  "Z\0\0\0\x05I",
  "R\0\0\0\x08\0\0\0\0",
  "R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I",
  "R\0\0\0\x08\0\0\0\0Z\0\0\0\x05IC\0\0\0\x0aBEGIN\0Z\0\0\0\x05TT\0\0\0\x06\x7f\xff",
  "R\0\0\0\x08\0\0\0\0Z\0\0\0\x05IC\0\0\0\x0aBEGIN\0Z\0\0\0\x05TD\0\0\0\x0a\0\x01\x7f\xff\xff\xff",
  "R\0\0\0\x08\0\0\0\x03",
  "R\0\0\0\x0c\0\0\0\x05salt",
  "R\0\0\0\x17\0\0\0\x0aSCRAM-SHA-256\0\0",
  "R\0\0\0\x17\0\0\0\x0aSCRAM-SHA-256\0\0R\0\0\0\x14\0\0\0\x0br=x,s=x,i=0,",
  "R\0\0\0\x08\0\0\0\x63",
  "R\0\0\0\x04",
  "E\0\0\0\x05\0",
  "E\x7f\xff\xff\xff",
].map((text) => Buffer.from(text, "latin1"));

/** Packets of MySQL: length, number, content. */
const MYSQL_GREETING = `\x0a8.0.0\0\0\0\0\x0112345678\0\xff\xff\x2d\x02\0\xff\xff\x15${"\0".repeat(10)}123456789012\0caching_sha2_password\0`;
const MYSQL_OPENINGS = [
  ["\xff\x10\x04Too many connections"],
  [MYSQL_GREETING],
  [MYSQL_GREETING.slice(0, 20)],
  [MYSQL_GREETING, "\xff\x15\x04#28000Access denied"],
  [MYSQL_GREETING, "\xfemysql_native_password\0salt\0", "\xfedialog\0"],
  [MYSQL_GREETING, "\x01\x04"],
  [MYSQL_GREETING, "\x01\x09"],
  [MYSQL_GREETING, "\0\0\0\x02\0\0\0", "\0\0\0\x02\0\0\0", "\0\0\0\x02\0\0\0", "\xfb/etc/passwd"],
  [
    MYSQL_GREETING,
    "\0\0\0\x02\0\0\0",
    "\0\0\0\x02\0\0\0",
    "\0\0\0\x02\0\0\0",
    "\xfe\xff\xff\xff\xff\xff\xff\xff\xff",
  ],
  [
    MYSQL_GREETING,
    "\0\0\0\x02\0\0\0",
    "\0\0\0\x02\0\0\0",
    "\0\0\0\x02\0\0\0",
    "\x01",
    "x",
    "\xfe\0\0\x02\0",
    "\xfc\xff\xffx",
  ],
].map((packets) =>
  Buffer.concat(
    packets.map((content, index) => {
      const bytes = Buffer.from(content, "latin1");
      return Buffer.concat([Buffer.from([bytes.length & 0xff, bytes.length >> 8, 0, index]), bytes]);
    }),
  ),
);

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
  postgres: {
    fields: [
      { user: "u", query: "select 1" },
      { user: "u", password: "p", query: "select 1" },
      { user: "u", password: "p", tls: true },
    ],
    openings: POSTGRES_OPENINGS,
  },
  mysql: {
    fields: [
      { user: "u", query: "select 1" },
      { user: "u", password: "p", query: "select 1" },
      { user: "u", password: "p", tls: true },
    ],
    openings: MYSQL_OPENINGS,
  },
};
