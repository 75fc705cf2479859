import { once } from "node:events";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { emailType } from "@vedette/contract/alerts/channels/general/email.ts";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { messageOf, sendContext } from "../../../../../test/channels/alert-messages.ts";
import { testOpenSmtp } from "../../../../../test/deliveries.ts";
import { createTlsFixtures, type TlsFixtures } from "../../../../../test/tls-fixtures.ts";
import { CHANNELS } from "../registry.ts";

/** Email channels with an SMTP server of their own: real servers with real TLS. */

const PASSWORD = "correct-horse-battery";
const trusted = getCACertificates("default");
let tls: TlsFixtures;
beforeAll(async () => {
  tls = await createTlsFixtures();
  setDefaultCACertificates([...trusted, tls.ca]);
});
afterAll(() => setDefaultCACertificates(trusted));

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

type Taken = { from: string; to: string[]; user: string | undefined; isEncrypted: boolean };

async function startSmtp(options: SMTPServerOptions = {}) {
  const taken: Taken[] = [];
  const passwords: string[] = [];
  let connections = 0;
  const server = new SMTPServer({
    ...tls.valid,
    authOptional: true,
    onConnect(_session, done) {
      connections += 1;
      done();
    },
    onAuth({ username, password }, _session, done) {
      passwords.push(password ?? "");
      done(null, { user: username });
    },
    onData(stream, { envelope, user, secure }, done) {
      stream.resume();
      stream.on("end", () => {
        const from = envelope.mailFrom === false ? "" : envelope.mailFrom.address;
        taken.push({ from, to: envelope.rcptTo.map(({ address }) => address), user, isEncrypted: secure });
        done();
      });
    },
    ...options,
  });
  // A client that rejects the certificate ends the connection.
  server.on("error", () => {});
  const listening = server.listen(0, "127.0.0.1");
  await once(listening, "listening");
  ends.push(() => new Promise((resolve) => server.close(() => resolve())));
  const address = listening.address();
  if (address === null || typeof address === "string") throw new Error("a TCP server has a port");
  return { port: address.port, taken, passwords, connections: () => connections };
}

const recipients = ["ada@example.org", "grace@example.org"];
const configOf = (port: number, more: object = {}) => ({
  ...{ recipients, smtp_host: "localhost", smtp_port: port, smtp_from: "alerts@shop.example" },
  ...{ smtp_user: "shop", smtp_password: PASSWORD },
  ...more,
});
const send = (config: object, mode: "self-hosted" | "hosted" = "self-hosted") =>
  CHANNELS.email.send(
    messageOf("opened"),
    config,
    sendContext({ openSmtp: testOpenSmtp(mode), secrets: [PASSWORD] }),
  );

test.each([
  ["STARTTLS, by default", {}, {}],
  ["TLS", { secure: true }, { smtp_security: "tls" }],
] as const)("sends with its own user and sender by %s", async (_name, options, more) => {
  const { port, taken, passwords } = await startSmtp(options);
  expect(await send(configOf(port, more))).toMatchObject({ ok: true });
  const facts = { from: "alerts@shop.example", user: "shop", isEncrypted: true };
  expect(taken.toSorted((a, b) => (a.to < b.to ? -1 : 1))).toEqual(
    recipients.map((to) => ({ ...facts, to: [to] })),
  );
  expect(new Set(passwords)).toEqual(new Set([PASSWORD]));
});

test("sends no password to a server without STARTTLS or with a certificate that is not valid", async () => {
  const plain = await startSmtp({ disabledCommands: ["STARTTLS"], allowInsecureAuth: true });
  const selfSigned = await startSmtp({ ...tls.selfSigned });
  for (const { port, taken, passwords } of [plain, selfSigned]) {
    expect(await send(configOf(port))).toMatchObject({ ok: false, isPermanent: false });
    expect([taken, passwords]).toEqual([[], []]);
  }
});

test("the egress policy applies to the server", async () => {
  const { port, connections } = await startSmtp();
  expect(await send(configOf(port), "hosted")).toMatchObject({ ok: false });
  expect(connections()).toBe(0);
});

test("no error shows the password, even if the server repeats it", async () => {
  const { port } = await startSmtp({
    onRcptTo: (_address, _session, done) =>
      done(Object.assign(new Error(`no, ${PASSWORD}`), { responseCode: 550 })),
  });
  const outcome = await send(configOf(port));
  expect(outcome).toMatchObject({ ok: false, error: expect.stringContaining("no, ") });
  expect(JSON.stringify(outcome)).not.toContain(PASSWORD);
});

test.each([
  [{ smtp_host: "a.example" }, "smtp_from"],
  [{ smtp_from: "a@a.example" }, "smtp_host"],
  [{ smtp_host: "a.example", smtp_from: "a@a.example", smtp_user: "a" }, "smtp_password"],
  [{ smtp_host: "a.example", smtp_from: "a@a.example", smtp_password: "a" }, "smtp_user"],
  [{ smtp_host: "a b", smtp_from: "a@a.example" }, "smtp_host"],
  [{ smtp_host: "a.example", smtp_from: "a@a.example\r\nBcc: b@b.example" }, "smtp_from"],
  [
    {
      ...{ smtp_host: "a.example", smtp_from: "a@a.example", smtp_security: "none" },
      ...{ smtp_user: "a", smtp_password: "b" },
    },
    "smtp_security",
  ],
])("a configuration with %j is refused at %s", (more, field) => {
  const { error } = emailType.config.safeParse({ recipients, ...more });
  expect(error?.issues.map(({ path }) => path[0])).toEqual([field]);
});
