import { afterAll, beforeAll, expect, test } from "vitest";
import { specOf } from "../../../../test/hostile/check-specs.ts";
import { checkContext, startRawServer } from "../../../../test/servers/raw-server.ts";
import { startSmtp } from "../../../../test/servers/services/smtp.ts";
import { createTlsFixtures, type TlsFixtures } from "../../../../test/tls-fixtures.ts";
import { runCheck } from "../registry.ts";

const is = (type: string, operator: string, value: unknown) => ({ type, operator, value, property: null });
const LOGIN = { user: "ann", password: "s3cret-mail" };

let fixtures: TlsFixtures;
let smtp: Awaited<ReturnType<typeof startSmtp>>;
let smtps: Awaited<ReturnType<typeof startSmtp>>;
beforeAll(async () => {
  fixtures = await createTlsFixtures();
  [smtp, smtps] = await Promise.all([
    startSmtp(fixtures.valid, { authMethods: ["LOGIN"] }),
    startSmtp(fixtures.valid, { secure: true }),
  ]);
});
afterAll(() => Promise.all([smtp.stop(), smtps.stop()]));

const run = (port: number, fields: Record<string, unknown>) =>
  runCheck(
    specOf("smtp", { host: "localhost", ip_family: 4, port, ...fields }),
    checkContext({ extraCa: [fixtures.ca] }),
  );

test("the greeting is the answer, under TLS and a login", async () => {
  const outcome = await run(smtps.port, {
    ...LOGIN,
    tls_mode: "implicit",
    keep_body: "always",
    assertions: [is("body", "contains", "ready to serve"), is("ssl_expiry", "greater_than", 1)],
  });
  expect(outcome).toMatchObject({ status: "up", error: null, tls: { issuer: "Vedette Test Root" } });
  expect(outcome.kept?.body).toMatch(/^220 .* ready to serve$/);
});

test("another port than that of TLS asks for STARTTLS; its dialogue is part of the phase of TLS", async () => {
  const outcome = await run(smtp.port, LOGIN);
  expect(outcome).toMatchObject({ status: "up", tls: { issuer: "Vedette Test Root" } });
  const { dnsUs, connectUs, tlsUs, ttfbUs } = outcome.timings;
  expect((dnsUs ?? 0) + (connectUs ?? 0) + (tlsUs ?? 0) + (ttfbUs ?? 0)).toBe(outcome.responseUs);
  const untrusted = await runCheck(specOf("smtp", { host: "localhost", port: smtp.port }), checkContext());
  expect(untrusted.error).toMatchObject({ code: "TLS_INVALID", reason: "unknown_issuer" });
});

test.each([
  ["plain", "implicit"],
  ["login", "starttls"],
])("a wrong password is LOGIN_FAILED with %s", async (_, tls_mode) => {
  const { port } = tls_mode === "implicit" ? smtps : smtp;
  const { error } = await run(port, { ...LOGIN, password: "other", tls_mode });
  expect(error).toMatchObject({ code: "LOGIN_FAILED", message: expect.stringContaining("535") });
});

test("a server without STARTTLS, and one that refuses its service", async () => {
  const plain = await startSmtp(fixtures.valid, { disabledCommands: ["STARTTLS"] });
  expect((await run(plain.port, { tls_mode: "starttls" })).error).toMatchObject({
    code: "PROTOCOL_ERROR",
    message: expect.stringContaining("the server does not start TLS: it answered"),
    phase: "tls",
  });
  expect((await run(plain.port, { tls_mode: "none" })).status).toBe("up");
  await plain.stop();
  const busy = await startRawServer(
    () => {},
    (socket) => socket.write("421 4.3.2 too many connections\r\n"),
  );
  expect((await run(busy.port, { tls_mode: "none" })).error).toMatchObject({
    code: "SERVICE_ERROR",
    message: "the server answered with an error: 421 4.3.2 too many connections",
  });
  await busy.close();
});

test("a login that became two lines is not sent", async () => {
  const server = await startRawServer(
    () => {},
    (socket) => socket.write("220 x\r\n"),
  );
  const { error } = await run(server.port, { tls_mode: "none", user: "ann", password: "a\r\nRSET" });
  expect(error).toMatchObject({ code: "LOGIN_FAILED", message: expect.stringContaining("was not sent") });
  expect(server.received).toEqual([""]);
  await server.close();
});
