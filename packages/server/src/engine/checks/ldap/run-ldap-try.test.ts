import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { specOf } from "../../../../test/hostile/check-specs.ts";
import { checkContext } from "../../../../test/servers/raw-server.ts";
import { slapdMissing, startSlapd } from "../../../../test/servers/services/slapd.ts";
import { createTlsFixtures, type TlsFixtures } from "../../../../test/tls-fixtures.ts";
import { runCheck } from "../registry.ts";

const is = (type: string, operator: string, value: unknown) => ({ type, operator, value, property: null });
const ADMIN = { user: "cn=admin,dc=example,dc=org", password: "s3cret-ldap" };
const BASE = "dc=example,dc=org";

describe.skipIf(slapdMissing !== null)(`with OpenLDAP ${slapdMissing ?? ""}`, () => {
  let fixtures: TlsFixtures;
  let slapd: Awaited<ReturnType<typeof startSlapd>>;
  beforeAll(async () => {
    fixtures = await createTlsFixtures();
    slapd = await startSlapd(fixtures.valid);
  });
  afterAll(() => slapd.stop());

  const run = (fields: Record<string, unknown>) =>
    runCheck(
      specOf("ldap", { host: "localhost", ip_family: 4, port: slapd.port, tls_mode: "none", ...fields }),
      checkContext({ extraCa: [fixtures.ca] }),
    );

  test("a bind is up, and the phases add up", async () => {
    const outcome = await run(ADMIN);
    expect(outcome).toMatchObject({ status: "up", ip: "127.0.0.1", error: null });
    const { dnsUs, connectUs, ttfbUs, downloadUs } = outcome.timings;
    expect(downloadUs).toBeNull();
    expect((dnsUs ?? 0) + (connectUs ?? 0) + (ttfbUs ?? 0)).toBe(outcome.responseUs);
    expect((await run({})).status).toBe("up");
  });

  test.each([
    ["implicit", "tlsPort"],
    ["starttls", "port"],
  ] as const)("a bind under TLS (%s) shows the certificate", async (tls_mode, port) => {
    const fields = {
      ...ADMIN,
      tls_mode,
      port: slapd[port],
      assertions: [is("ssl_expiry", "greater_than", 1)],
    };
    const outcome = await run(fields);
    expect(outcome).toMatchObject({ status: "up", error: null, tls: { issuer: "Vedette Test Root" } });
    expect(outcome.timings.tlsUs).not.toBeNull();
  });

  test.each([
    ["(objectClass=*)", "sub", 5],
    ["objectClass=account", "sub", 3],
    ["(&(objectClass=account)(!(uid=u1)))", "sub", 2],
    ["(|(uid=u1)(uid=u2)(uid=none))", "sub", 2],
    ["(description=c\\c3\\bcneyt \\28*\\29)", "sub", 1],
    ["(description=*ops*)", "sub", 1],
    ["(description=a*n)", "sub", 1],
    ["(uid>=u1)", "sub", 0],
    ["(objectClass=*)", "one", 1],
    ["(objectClass=*)", "base", 1],
  ])("the filter %s in the scope %s has %i entries", async (search_filter, search_scope, count) => {
    const { error, timings } = await run({
      ...ADMIN,
      ...{ search_base: BASE, search_filter, search_scope, assertions: [is("entries", "equals", count)] },
    });
    expect(error).toBeNull();
    expect(timings.downloadUs).not.toBeNull();
  });

  test.each([
    ["a wrong password", { ...ADMIN, password: "other" }, "LOGIN_FAILED", "the login: invalidCredentials"],
    [
      "an unknown user",
      { user: "cn=none,dc=example,dc=org", password: "x" },
      "LOGIN_FAILED",
      "invalidCredentials",
    ],
    ["no name", { user: "none", password: "x" }, "SERVICE_ERROR", "invalidDNSyntax"],
    ["an unknown base", { ...ADMIN, search_base: "dc=none" }, "SERVICE_ERROR", "noSuchObject"],
  ])("%s is down", async (_, fields, code, text) => {
    const { error, attempts } = await run(fields);
    expect(error).toMatchObject({ code, message: expect.stringContaining(text) });
    expect(attempts).toBe(1);
  });
});
