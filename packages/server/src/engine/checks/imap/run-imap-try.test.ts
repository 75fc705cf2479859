import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { specOf } from "../../../../test/hostile/check-specs.ts";
import { checkContext, startRawServer } from "../../../../test/servers/raw-server.ts";
import { type Dovecot, dovecotMissing, startDovecot } from "../../../../test/servers/services/dovecot.ts";
import { createTlsFixtures, type TlsFixtures } from "../../../../test/tls-fixtures.ts";
import { runCheck } from "../registry.ts";

const is = (type: string, operator: string, value: unknown) => ({ type, operator, value, property: null });
const LOGIN = { user: "ann", password: 's3cret mail"\\' };

/** Dovecot also serves POP3: one server for both kinds. */
describe.skipIf(dovecotMissing !== null)(`with a real server ${dovecotMissing ?? ""}`, () => {
  let fixtures: TlsFixtures;
  let dovecot: Dovecot;
  beforeAll(async () => {
    fixtures = await createTlsFixtures();
    dovecot = await startDovecot(fixtures.valid);
  });
  afterAll(() => dovecot.stop());

  const run = (type: "imap" | "pop3", fields: Record<string, unknown>) =>
    runCheck(
      specOf(type, { host: "localhost", ip_family: 4, port: dovecot[type], ...fields }),
      checkContext({ extraCa: [fixtures.ca] }),
    );

  describe.each(["imap", "pop3"] as const)("%s", (type) => {
    const ok = type === "imap" ? "* OK" : "+OK";

    test("greets, under TLS and a login", async () => {
      const outcome = await run(type, {
        ...LOGIN,
        ...{ port: dovecot[`${type}s`], tls_mode: "implicit", keep_body: "always" },
        assertions: [is("body", "starts_with", ok), is("ssl_expiry", "greater_than", 1)],
      });
      expect(outcome).toMatchObject({ status: "up", error: null, tls: { issuer: "Vedette Test Root" } });
      expect(outcome.kept?.body).toContain("Dovecot");
    });

    test("asks for TLS before it logs in", async () => {
      const outcome = await run(type, LOGIN);
      expect(outcome).toMatchObject({ status: "up", error: null, tls: { issuer: "Vedette Test Root" } });
      const { dnsUs, connectUs, tlsUs, ttfbUs } = outcome.timings;
      expect((dnsUs ?? 0) + (connectUs ?? 0) + (tlsUs ?? 0) + (ttfbUs ?? 0)).toBe(outcome.responseUs);
    });

    test("greets and logs in in plain text, if TLS is off", async () => {
      const outcome = await run(type, { ...LOGIN, tls_mode: "none" });
      expect(outcome).toMatchObject({ status: "up", tls: null, timings: { tlsUs: null } });
    });

    test("a wrong password is LOGIN_FAILED", async () => {
      const { error, attempts } = await run(type, { ...LOGIN, password: "other" });
      expect(error).toMatchObject({ code: "LOGIN_FAILED", message: expect.stringContaining("AUTH") });
      expect(attempts).toBe(1);
    });
  });
});

test.each([
  ["NO [UNAVAILABLE] try later", "SERVICE_ERROR"],
  ["NO [AUTHENTICATIONFAILED] no", "LOGIN_FAILED"],
  ["BAD what", "SERVICE_ERROR"],
])("the answer %j to LOGIN is %s", async (answer, code) => {
  const server = await startRawServer(
    () => {},
    (socket) => {
      socket.write("* OK x\r\n");
      socket.on("data", (data) => {
        const tag = data.toString().slice(0, 2);
        socket.write(tag === "a2" ? "* CAPABILITY IMAP4rev1\r\na2 OK\r\n" : `${tag} ${answer}\r\n`);
      });
    },
  );
  const fields = { host: "127.0.0.1", port: server.port, tls_mode: "none", user: "a", password: 'b"\\' };
  const { error } = await runCheck(specOf("imap", fields), checkContext());
  expect(error?.code).toBe(code);
  expect(server.received).toEqual([expect.stringContaining('a3 LOGIN "a" "b\\"\\\\"\r\n')]);
  await server.close();
});
