import { createHash } from "node:crypto";
import { createServer as createPlainServer, type Socket } from "node:net";
import { createServer } from "node:tls";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { specOf } from "../../../../test/hostile/check-specs.ts";
import { checkContext, listening, startRawServer } from "../../../../test/servers/raw-server.ts";
import {
  MARIADB_PASSWORD,
  type MariadbServer,
  mariadbMissing,
  startMariadb,
} from "../../../../test/servers/services/mariadb.ts";
import { createTlsFixtures, type TlsFixtures } from "../../../../test/tls-fixtures.ts";
import { runCheck } from "../registry.ts";
import { packet } from "./mysql-packets.ts";

const is = (type: string, operator: string, value: unknown) => ({ type, operator, value, property: null });

describe.skipIf(mariadbMissing !== null)(`with MariaDB ${mariadbMissing ?? ""}`, () => {
  let fixtures: TlsFixtures;
  let mariadb: MariadbServer;
  beforeAll(async () => {
    fixtures = await createTlsFixtures();
    mariadb = await startMariadb(fixtures.valid);
  }, 60_000);
  afterAll(() => mariadb.stop());

  const run = (fields: Record<string, unknown>) =>
    runCheck(
      specOf("mysql", {
        ...{ host: "localhost", ip_family: 4, port: mariadb.port, database: "shop" },
        ...{ user: "watch", password: MARIADB_PASSWORD, ...fields },
      }),
      checkContext({ extraCa: [fixtures.ca] }),
    );

  test("a login is up, and the phases add up", async () => {
    const outcome = await run({});
    expect(outcome).toMatchObject({ status: "up", ip: "127.0.0.1", error: null });
    const { dnsUs, connectUs, tlsUs, ttfbUs, downloadUs } = outcome.timings;
    expect([tlsUs, downloadUs]).toEqual([null, null]);
    expect((dnsUs ?? 0) + (connectUs ?? 0) + (ttfbUs ?? 0)).toBe(outcome.responseUs);
    expect((await run({ user: "open", password: undefined })).status).toBe("up");
  });

  test("a login under TLS shows the certificate", async () => {
    const outcome = await run({
      user: "secure",
      tls: true,
      assertions: [is("ssl_expiry", "greater_than", 1)],
    });
    expect(outcome).toMatchObject({ status: "up", tls: { issuer: "Vedette Test Root" } });
    const fields = { host: "localhost", port: mariadb.port, user: "watch", tls: true };
    expect((await runCheck(specOf("mysql", fields), checkContext())).error).toMatchObject({
      code: "TLS_INVALID",
      reason: "unknown_issuer",
    });
  });

  test.each([
    ["a wrong password", { password: "other" }, "LOGIN_FAILED", "Access denied for user"],
    ["a user who needs TLS", { user: "secure" }, "LOGIN_FAILED", "Access denied for user"],
    ["an unknown database", { database: "none" }, "SERVICE_ERROR", "Unknown database 'none' (1049)"],
  ])("with %s is %o: %s", async (_, fields, code, text) => {
    const { status, error, attempts } = await run(fields);
    expect({ status, code: error?.code, attempts }).toEqual({ status: "down", code, attempts: 1 });
    expect(error?.message).toContain(text);
  });

  test.each([
    ["select count(*) from things", "equals", "3.0"],
    ["select 1.50", "equals", "1.5"],
    ["select -3", "less_than", 0],
    ["select '007'", "equals", "007"],
    ["select 'grün😀'", "contains", "ün😀"],
    ["select null", "not_exists", null],
    ["select 1 from things where false", "is_empty", null],
    ["select @@tx_read_only", "equals", 1],
    ["do 1", "not_exists", null],
  ])("%s: the first cell %s %j", async (query, operator, value) => {
    const { error, timings } = await run({ query, assertions: [is("value", operator, value)] });
    expect(error).toBeNull();
    expect(timings.downloadUs).not.toBeNull();
  });

  test("counts its rows, at most 10,000, and keeps them as text", async () => {
    const query = "select seq, null, 'x' from seq_1_to_3";
    const few = await run({ query, keep_body: "always", assertions: [is("rows", "equals", 3)] });
    expect(few).toMatchObject({ status: "up", kept: { body: "1\tNULL\tx\n2\tNULL\tx\n3\tNULL\tx\n" } });
    const many = await run({
      query: "select * from seq_1_to_50000",
      assertions: [is("rows", "equals", 10_000)],
    });
    expect(many.error).toBeNull();
  });

  test.each([
    ["insert into things values (4)", 1792],
    ["delete from things", 1792],
    ["drop table things", 1792],
    ["create table other (a int)", 1792],
    ["create user x", 1792],
  ])("cannot write: %s", async (query, code) => {
    const { error } = await run({ query });
    expect(error).toMatchObject({ code: "SERVICE_ERROR", message: expect.stringContaining(`(${code})`) });
    expect(
      (await run({ query: "select count(*) from things", assertions: [is("value", "equals", 3)] })).error,
    ).toBeNull();
  });

  test.each([
    ["a second statement", "select 1; drop table things", "(1064)"],
    ["a syntax error", "selec 1", "(1064)"],
    ["a local file", "load data local infile '/etc/passwd' into table things", "("],
  ])("%s is down", async (_, query, text) => {
    expect((await run({ query })).error).toMatchObject({
      code: "SERVICE_ERROR",
      message: expect.stringContaining(text),
      phase: "body",
    });
  });

  test("a long statement ends at the timeout of the check, and at the server as well", async () => {
    const { error } = await run({ query: "select sleep(30)", timeout_ms: 600 });
    // Both limits are the same; the server is a moment later.
    expect(["TIMEOUT", "SERVICE_ERROR"]).toContain(error?.code);
    const query = "select count(*) from information_schema.processlist where info = 'select sleep(30)'";
    await expect
      .poll(async () => (await run({ query, assertions: [is("value", "equals", 0)] })).status)
      .toBe("up");
  });

  test("leaves no session", async () => {
    await run({ query: "select 1" });
    const query = "select count(*) from information_schema.processlist where user = 'watch'";
    await expect
      .poll(async () => (await run({ query, assertions: [is("value", "equals", 1)] })).status)
      .toBe("up");
  });
});

/** MySQL's default method, which MariaDB does not have: a server that proves the password as MySQL does. */
describe("caching_sha2_password", () => {
  const NONCE = Buffer.from("12345678901234567890");
  const PASSWORD = "s3cret";
  const OK = Buffer.from([0, 0, 0, 2, 0, 0, 0]);
  const greeting = (ssl: boolean) =>
    Buffer.concat([
      Buffer.from("\x0a8.4.0\0\x01\0\0\0", "latin1"),
      NONCE.subarray(0, 8),
      Buffer.from([0, 0xff, ssl ? 0xff : 0xf7, 45, 2, 0, 0xff, 0xff, 21]),
      Buffer.alloc(10),
      NONCE.subarray(8),
      Buffer.from("\0caching_sha2_password\0"),
    ]);
  const isProof = (proof: Buffer) => {
    const sha = (...parts: Buffer[]) =>
      parts.reduce((sum, part) => sum.update(part), createHash("sha256")).digest();
    const stored = sha(sha(Buffer.from(PASSWORD)));
    const shown = Buffer.from(proof.map((byte, index) => byte ^ (sha(stored, NONCE)[index] ?? 0)));
    return sha(shown).equals(stored);
  };
  const proofIn = (answer: Buffer) => answer.subarray(4 + 32 + "ann\0".length + 1).subarray(0, 32);

  const run = (port: number, fields: Record<string, unknown>) =>
    runCheck(
      specOf("mysql", { host: "127.0.0.1", port, user: "ann", password: PASSWORD, ...fields }),
      checkContext(),
    );

  test("a known password is proved by its hash alone", async () => {
    const server = await startRawServer(
      () => {},
      (socket) => {
        socket.write(packet(0, greeting(false)));
        socket.once("data", (answer) => {
          const more = isProof(proofIn(answer)) ? 3 : 9;
          socket.write(Buffer.concat([packet(2, Buffer.from([1, more])), packet(3, OK)]));
        });
      },
    );
    expect((await run(server.port, {})).error).toBeNull();
    expect((await run(server.port, { password: "other" })).error?.code).toBe("PROTOCOL_ERROR");
    await server.close();
  });

  test("the password itself is sent under TLS only", async () => {
    const received: string[] = [];
    const asksForAll = (socket: Socket) => {
      socket.once("data", () => {
        socket.write(packet(3, Buffer.from([1, 4])));
        socket.once("data", (answer: Buffer) => {
          received.push(answer.toString("latin1", 4));
          socket.write(packet(5, OK));
        });
      });
    };
    const fixtures = await createTlsFixtures();
    const tls = createServer(fixtures.valid, (socket) => asksForAll(socket.on("error", () => {})));
    const server = await listening(
      createPlainServer((socket) => {
        socket.on("error", () => {}).write(packet(0, greeting(true)));
        socket.once("data", (answer: Buffer) => {
          const isTls = answer.readUIntLE(0, 3) === 32;
          if (!isTls) socket.write(packet(2, Buffer.from([1, 4])));
          else {
            // The handshake may be in the same packet.
            socket.pause().unshift(answer.subarray(36));
            tls.emit("connection", socket);
          }
        });
      }),
    );
    expect((await run(server.port, {})).error).toMatchObject({
      code: "LOGIN_FAILED",
      message: expect.stringContaining("set tls to true"),
    });
    expect((await run(server.port, { tls: true, verify_tls: false })).error).toBeNull();
    expect(received).toEqual([`${PASSWORD}\0`]);
    await server.close();
    tls.close();
  });
});
