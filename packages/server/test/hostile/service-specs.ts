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

/** A version and an offer of methods of SSH. */
const SSH_OPENING = sshOpening();

function sshOpening(): string {
  const text = (value: string) => `\0\0\0${String.fromCharCode(value.length)}${value}`;
  const lists = ["curve25519-sha256", "ssh-ed25519", "", "", "", "", "", "", "", ""].map(text).join("");
  const payload = `\x14${"c".repeat(16)}${lists}\0\0\0\0\0`;
  return `SSH-2.0-x\r\n\0\0\0${String.fromCharCode(payload.length + 1)}\0${payload}`;
}

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
  mqtt: {
    fields: [
      { topic: "a", expect: "never" },
      { user: "u", password: "p", topic: "a/b", send: "x", expect: "never" },
      { tls: true },
    ],
    openings: [
      "\x20\x02\0\0\x90\x03\0\x01\0\x30\x04\0\x01ax",
      "\x20\x02\0\0\x30\xff\xff\xff\xff",
      "\x20\x02\0\0\x30\x02\xff\xff",
      "\x20\x02\0\0\x90\x03\0\x01\x80",
      "\x20\x02\0\x05",
      "\x20\x02\0\x63",
      "\x20\xff\xff\xff\x7f",
    ].map((text) => Buffer.from(text, "latin1")),
  },
  ssh: {
    fields: [{}],
    openings: [
      "SSH-1.5-old\r\n",
      "hello\r\nSSH-2.0-x\r\n",
      "SSH-2.0-x\r\n\0\0\0\x0c\x0a\x14",
      "SSH-2.0-x\r\n\x7f\xff\xff\xff",
      "SSH-2.0-x\r\n\0\0\0\0",
      `SSH-2.0-x\r\n\0\0\0\x16\0\x14${"c".repeat(20)}`,
      `SSH-2.0-x\r\n\0\0\0\x0c\x04\x01\0\0\0\x02\0\0\0\x04`,
      SSH_OPENING,
      `${SSH_OPENING}\0\0\0\x06\0\x1f\0\0\xff\xff`,
      `${SSH_OPENING}\0\0\0\x14\0\x1f\0\0\0\x03abc\0\0\0\x03abc\0\0\0\x01`,
    ].map((text) => Buffer.from(text, "latin1")),
  },
  ldap: {
    fields: [
      { tls_mode: "none", user: "cn=u", password: "p", search_base: "dc=x" },
      { tls_mode: "starttls" },
      { tls_mode: "implicit" },
    ],
    openings: [
      "\x30\x0c\x02\x01\x02\x61\x07\x0a\x01\0\x04\0\x04\0",
      "\x30\x0c\x02\x01\x02\x61\x07\x0a\x01\0\x04\0\x04\0\x30\x84\x7f\xff\xff\xff",
      "\x30\x0c\x02\x01\x02\x61\x07\x0a\x01\x31\x04\0\x04\0",
      "\x30\x0c\x02\x01\0\x78\x07\x0a\x01\x34\x04\0\x04\0",
      "\x30\x0c\x02\x01\x01\x78\x07\x0a\x01\0\x04\0\x04\0",
      "\x30\x05\x02\x01\x02\x61\0",
      "\x30\x80",
      "\x30\x88\xff\xff\xff\xff\xff\xff\xff\xff",
    ].map((text) => Buffer.from(text, "latin1")),
  },
  rabbitmq: {
    fields: [
      { user: "u", password: "p" },
      { user: "u", password: "p", tls: true },
    ],
    openings: [
      "HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n{",
      "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nnull",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffff\r\n",
      "HTTP/1.1 503 No\r\n\r\n",
      "HTTP/1.1 401 No\r\nContent-Length: 2\r\n\r\n{}",
    ],
  },
  docker: {
    fields: [{ container: "c" }, { container: "c", tls: true }],
    openings: [
      "HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n{",
      'HTTP/1.1 200 OK\r\nContent-Length: 12\r\n\r\n{"State":{}}',
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffff\r\n",
      "HTTP/1.1 404 No\r\n\r\n",
    ],
  },
};

/** The services over UDP, with the fields of their checks beside host and port. */
export const HOSTILE_UDP_SERVICES: Partial<Record<CheckType, readonly Record<string, unknown>[]>> = {
  ntp: [{}],
  snmp: [
    { community: "c" },
    { snmp_version: "v3", user: "u", password: "password", privacy_password: "password" },
  ],
};
