import type { CheckType } from "../../packages/contract/src/checks/check-types.ts";
import { dnsServersMissing, startKnot } from "../../packages/server/test/servers/dns-servers.ts";
import { chronyMissing, startChrony } from "../../packages/server/test/servers/services/chrony.ts";
import { dovecotMissing, startDovecot } from "../../packages/server/test/servers/services/dovecot.ts";
import { mariadbMissing, startMariadb } from "../../packages/server/test/servers/services/mariadb.ts";
import { mosquittoMissing, startMosquitto } from "../../packages/server/test/servers/services/mosquitto.ts";
import { podmanMissing, startPodman } from "../../packages/server/test/servers/services/podman.ts";
import { startPostgres } from "../../packages/server/test/servers/services/postgres.ts";
import { rabbitmqMissing, startRabbitmq } from "../../packages/server/test/servers/services/rabbitmq.ts";
import { redisMissing, startRedis } from "../../packages/server/test/servers/services/redis.ts";
import { slapdMissing, startSlapd } from "../../packages/server/test/servers/services/slapd.ts";
import { snmpdMissing, startSnmpd } from "../../packages/server/test/servers/services/snmpd.ts";
import { sshMissing, startSshd } from "../../packages/server/test/servers/services/ssh.ts";
import type { TlsLeaf } from "../../packages/server/test/tls-fixtures.ts";
import * as bare from "./bare-loops.ts";
import type { Conversation } from "./record.ts";

type Running = { port: number; stop(): Promise<void> };

export type BenchKind = {
  type: CheckType;
  /** What a check does, in words. */
  what: string;
  /** Checks at once. */
  concurrency: number;
  /** Why it cannot be measured on this machine. */
  missing: string | null;
  start(leaf: TlsLeaf): Promise<Running>;
  fields(port: number): Record<string, unknown>;
  /** What carries its conversation; null if it is not recorded. */
  transport: "stream" | "datagram" | null;
  /** Whether the client ends the session; what the server sends then is not waited for. */
  hasFarewell: boolean;
  bare(port: number, conversation: Conversation): bare.Work;
};

/** A kind whose server runs and is up. */
export type RunningKind = { kind: BenchKind } & Running;

type Base = Pick<BenchKind, "what" | "start"> &
  Partial<Omit<BenchKind, "type" | "fields">> & {
    /** What a check has beside its host and port; or all of its fields. */
    fields?: Record<string, unknown> | ((port: number) => Record<string, unknown>);
  };

const host = "127.0.0.1";

/** Less than the servers accept at once: PostgreSQL 20, and Dovecot 10 for one user. */
const CONCURRENCY = 4;
/** The server waits for 100 ms before its greeting, for clients that do not wait for it. */
const SMTP_CONCURRENCY = 40;

function stream(type: CheckType, base: Base): BenchKind {
  const { fields = {}, ...more } = base;
  return {
    ...{ type, missing: null, transport: "stream", hasFarewell: false, concurrency: CONCURRENCY },
    ...{ bare: bare.talk, ...more },
    fields: typeof fields === "function" ? fields : (port) => ({ host, port, ...fields }),
  };
}

/** A session of a service, which the client ends. */
function session(type: CheckType, base: Base): BenchKind {
  return stream(type, { hasFarewell: true, ...base });
}

function datagram(type: CheckType, base: Base): BenchKind {
  return stream(type, { transport: "datagram", bare: bare.exchangeDatagrams, ...base });
}

/** A server that runs for the whole bench anyway. */
const standing = (port: number) => async () => ({ port, stop: async () => {} });

async function portOf(server: Promise<{ stop(): Promise<void> } & Record<string, unknown>>, name: string) {
  const { [name]: port, stop } = await server;
  return { port: Number(port), stop };
}

/** The kinds of checks, with what they are measured on. `ports` are those of the servers of Node and of nginx. */
export function benchKinds(ports: Readonly<Record<string, number>>): BenchKind[] {
  const node = (type: string) => standing(ports[type] ?? 0);
  return [
    stream("url", {
      what: "GET",
      start: node("url"),
      fields: (port) => ({ url: `http://${host}:${port}/` }),
      bare: bare.requestHttp,
    }),
    stream("tcp", {
      what: "a line and its answer",
      start: node("tcp"),
      fields: { send: "ping\n", expect: "pong" },
    }),
    stream("tls", {
      what: "a handshake",
      start: node("tls"),
      fields: { verify_tls: false },
      transport: null,
      bare: bare.shakeHands,
    }),
    stream("websocket", {
      what: "a message and its answer",
      start: node("websocket"),
      fields: (port) => ({ url: `ws://${host}:${port}/`, send: "ping", expect: "pong" }),
    }),
    stream("grpc", {
      what: "the health service",
      start: node("grpc"),
      transport: null,
      bare: bare.callGrpc,
    }),
    stream("ping", {
      what: "one packet",
      start: node("ping"),
      fields: () => ({ host, count: 1 }),
      transport: null,
      bare: bare.runPing,
    }),
    datagram("udp", {
      what: "a datagram and its answer",
      start: node("udp"),
      fields: { send: "ping", expect: "ping" },
    }),
    datagram("dns", {
      what: "A, of Knot",
      missing: dnsServersMissing,
      start: () => startKnot(),
      fields: (port) => ({ host: "shop.test", server: [host], port }),
    }),
    ...databases(),
    ...mail(node("smtp")),
    ...infrastructure(),
  ];
}

function databases(): BenchKind[] {
  const query = "select 1";
  return [
    session("postgres", {
      what: "login without password, query",
      start: startPostgres,
      fields: { user: "trusted", database: "postgres", query },
    }),
    session("mysql", {
      what: "login without password, query, on MariaDB",
      missing: mariadbMissing,
      start: startMariadb,
      fields: { user: "open", database: "shop", query },
    }),
    session("redis", {
      what: "login, PING",
      missing: redisMissing,
      start: startRedis,
      fields: { password: "s3cret-redis" },
    }),
  ];
}

function mail(startSmtp: () => Promise<Running>): BenchKind[] {
  const login = { user: "ann", tls_mode: "none" };
  return [
    session("smtp", {
      what: "greeting",
      start: startSmtp,
      fields: { tls_mode: "none" },
      concurrency: SMTP_CONCURRENCY,
    }),
    session("imap", {
      what: "login, on Dovecot",
      missing: dovecotMissing,
      start: (leaf) => portOf(startDovecot(leaf), "imap"),
      fields: { ...login, password: 's3cret mail"\\' },
    }),
    session("pop3", {
      what: "login, on Dovecot",
      missing: dovecotMissing,
      start: (leaf) => portOf(startDovecot(leaf), "pop3"),
      fields: { ...login, password: 's3cret mail"\\' },
    }),
  ];
}

function infrastructure(): BenchKind[] {
  return [
    session("mqtt", {
      what: "login, on Mosquitto",
      missing: mosquittoMissing,
      start: startMosquitto,
      fields: { user: "watch", password: "s3cret-mqtt" },
    }),
    stream("rabbitmq", {
      what: "health of alarms",
      missing: rabbitmqMissing,
      start: startRabbitmq,
      fields: { user: "watch", password: "s3cret-rabbit" },
      bare: bare.requestHttp,
    }),
    session("ssh", {
      what: "host key Ed25519, X25519, on OpenSSH",
      missing: sshMissing,
      start: () => startSshd({ type: "ed25519" }, ["MaxStartups 100"]),
      bare: (port, conversation) => bare.talk(port, conversation, bare.keyExchange()),
    }),
    session("ldap", {
      what: "bind, on OpenLDAP",
      missing: slapdMissing,
      start: startSlapd,
      fields: { user: "cn=admin,dc=example,dc=org", password: "s3cret-ldap", tls_mode: "none" },
    }),
    stream("docker", {
      what: "a container of Podman",
      missing: podmanMissing,
      start: startPodman,
      fields: { container: "web" },
      bare: bare.requestHttp,
    }),
    datagram("ntp", {
      what: "offset and stratum, of chrony",
      missing: chronyMissing,
      start: () => startChrony("local stratum 5"),
    }),
    datagram("snmp", {
      what: "a value by version 2c, of Net-SNMP",
      missing: snmpdMissing,
      start: startSnmpd,
      fields: { community: "s3cret-snmp" },
    }),
  ];
}
