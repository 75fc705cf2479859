import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { specOf } from "../../../../test/hostile/check-specs.ts";
import { checkContext } from "../../../../test/servers/raw-server.ts";
import {
  POSTGRES_PASSWORD,
  type PostgresServer,
  startPostgres,
} from "../../../../test/servers/services/postgres.ts";
import { createTlsFixtures, type TlsFixtures } from "../../../../test/tls-fixtures.ts";
import { runCheck } from "../registry.ts";

const is = (type: string, operator: string, value: unknown) => ({ type, operator, value, property: null });

let fixtures: TlsFixtures;
let postgres: PostgresServer;
beforeAll(async () => {
  fixtures = await createTlsFixtures();
  postgres = await startPostgres(fixtures.valid);
});
afterAll(() => postgres.stop());

const run = (fields: Record<string, unknown>) =>
  runCheck(
    specOf("postgres", {
      ...{ host: "localhost", ip_family: 4, port: postgres.port, database: "shop" },
      ...{ user: "scram", password: POSTGRES_PASSWORD, ...fields },
    }),
    checkContext({ extraCa: [fixtures.ca] }),
  );

describe("a login", () => {
  test.each(["scram", "digest", "clear", "trusted"])("as %s is up, and the phases add up", async (user) => {
    const outcome = await run({ user });
    expect(outcome).toMatchObject({ status: "up", ip: "127.0.0.1", error: null });
    const { dnsUs, connectUs, tlsUs, ttfbUs, downloadUs } = outcome.timings;
    expect([tlsUs, downloadUs]).toEqual([null, null]);
    expect((dnsUs ?? 0) + (connectUs ?? 0) + (ttfbUs ?? 0)).toBe(outcome.responseUs);
  });

  test("under TLS shows the certificate", async () => {
    const outcome = await run({
      user: "secure",
      tls: true,
      assertions: [is("ssl_expiry", "greater_than", 1)],
    });
    expect(outcome).toMatchObject({ status: "up", tls: { issuer: "Vedette Test Root" } });
    expect(outcome.timings.tlsUs).not.toBeNull();
    const fields = { host: "localhost", port: postgres.port, user: "trusted", tls: true };
    expect((await runCheck(specOf("postgres", fields), checkContext())).error).toMatchObject({
      code: "TLS_INVALID",
      reason: "unknown_issuer",
    });
  });

  test.each([
    ["a wrong password", { password: "other" }, "LOGIN_FAILED", "password authentication failed for user"],
    ["no password", { password: undefined }, "LOGIN_FAILED", "it asks for a password"],
    ["an unknown user", { user: "unknown" }, "LOGIN_FAILED", "no pg_hba.conf entry"],
    ["a user who needs TLS", { user: "secure" }, "LOGIN_FAILED", "no encryption"],
    ["a rejected user", { user: "blocked" }, "LOGIN_FAILED", "rejects connection"],
    ["an unknown database", { database: "none" }, "SERVICE_ERROR", 'database "none" does not exist (3D000)'],
  ])("with %s is %o: %s", async (_, fields, code, text) => {
    const { status, error, attempts } = await run(fields);
    expect({ status, code: error?.code, attempts }).toEqual({ status: "down", code, attempts: 1 });
    expect(error?.message).toContain(text);
  });
});

describe("a query", () => {
  test.each([
    ["select count(*) from generate_series(1, 7)", "equals", "7.0"],
    ["select 12345678901234567890::numeric", "equals", "12345678901234567890"],
    ["select 1.50::numeric", "equals", "1.5"],
    ["select -3::int2", "less_than", 0],
    ["select '007'", "equals", "007"],
    ["select true", "equals", "true"],
    ["select 'grün'", "contains", "ü"],
    ["select null", "not_exists", null],
    ["select 1 where false", "is_empty", null],
    ["show server_encoding", "equals", "UTF8"],
    ["select", "not_exists", null],
  ])("%s: its first cell %s %j", async (query, operator, value) => {
    const { error, timings } = await run({ query, assertions: [is("value", operator, value)] });
    expect(error).toBeNull();
    expect(timings.downloadUs).not.toBeNull();
  });

  test("counts its rows, at most 10,000, and keeps them as text", async () => {
    const query = "select n, null, 'x' from generate_series(1, 3) n";
    const few = await run({ query, keep_body: "always", assertions: [is("rows", "equals", 3)] });
    expect(few).toMatchObject({ status: "up", kept: { body: "1\tNULL\tx\n2\tNULL\tx\n3\tNULL\tx\n" } });
    expect(few.kept?.headers).toEqual({ value: "1", rows: "3" });
    const many = await run({
      query: "select * from generate_series(1, 200000)",
      assertions: [is("rows", "equals", 10_000)],
    });
    expect(many.error).toBeNull();
  });

  test.each([
    "create table x (a int)",
    "insert into things values (1)",
    "do $$ begin insert into things values (1); end $$",
    "with d as (delete from things returning *) select * from d",
    "drop table things",
  ])("cannot write: %s", async (query) => {
    const { error } = await run({ query });
    expect(error).toMatchObject({
      code: "SERVICE_ERROR",
      message: expect.stringContaining("read-only transaction (25006)"),
    });
  });

  test.each([
    ["a second statement", "commit; drop table things", "cannot insert multiple commands"],
    ["a syntax error", "selec 1", "syntax error"],
    ["COPY", "copy things to stdout", "copies a table"],
  ])("%s is down", async (_, query, text) => {
    expect((await run({ query })).error).toMatchObject({
      code: "SERVICE_ERROR",
      message: expect.stringContaining(text),
      phase: "body",
    });
  });

  test("ends at the timeout of the check, and at the server as well", async () => {
    const { error } = await run({ query: "select pg_sleep(30)", timeout_ms: 600 });
    // Both limits are the same; the server is a moment later.
    expect(["TIMEOUT", "SERVICE_ERROR"]).toContain(error?.code);
    await expect.poll(() => sleepers(), { timeout: 10_000 }).toBe(0);
  });

  test("more than 1 MiB is not read", async () => {
    const { error } = await run({ query: "select repeat('x', 1000) from generate_series(1, 5000)" });
    expect(error).toMatchObject({ code: "BODY_TOO_LARGE" });
  });

  async function sleepers(): Promise<number> {
    const { rows } = await query(
      "select 1 from pg_stat_activity where query = 'select pg_sleep(30)' and state = 'active'",
    );
    return rows.length;
  }

  beforeAll(() => query("create table things (a int); grant all on things to scram"));
});

test("leaves no session and no warning in the log of the server", async () => {
  await run({ query: "select 1" });
  await run({});
  await run({ query: "selec" });
  await expect
    .poll(
      async () =>
        (await query("select 1 from pg_stat_activity where application_name = 'vedette'")).rows.length,
    )
    .toBe(0);
});

async function query(text: string) {
  const client = new Client({ host: "127.0.0.1", port: postgres.port, user: "trusted", database: "shop" });
  await client.connect();
  try {
    return await client.query(text);
  } finally {
    await client.end();
  }
}
