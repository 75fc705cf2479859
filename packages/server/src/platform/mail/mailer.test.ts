import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { afterEach, describe, expect, test } from "vitest";
import { createEgress } from "../net/egress.ts";
import { createEgressPolicy } from "../net/egress-policy.ts";
import { MailError } from "./mail-error.ts";
import { createMailer } from "./mailer.ts";

type Taken = { from: string; to: string[]; user: string | undefined; text: string };

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/** A real SMTP server that accepts emails, or behaves as configured. */
async function smtpServer(options: SMTPServerOptions = {}): Promise<{ port: number; taken: Taken[] }> {
  const taken: Taken[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      password === "p@ss" ? done(null, { user: username }) : done(new Error("no")),
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const { mailFrom, rcptTo } = session.envelope;
        taken.push({
          from: mailFrom === false ? "" : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          user: session.user,
          text: Buffer.concat(chunks).toString(),
        });
        done();
      });
    },
    ...options,
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  ends.push(() => new Promise((resolve) => server.close(() => resolve())));
  return { port: (server.server.address() as AddressInfo).port, taken };
}

function mailerTo(address: string, { deny = [] as string[], deadlineMs = 5_000 } = {}) {
  const policy = createEgressPolicy({ mode: "self-hosted", allow: [], deny, ownPorts: () => [] });
  return createMailer({
    smtpUrl: `smtp://${address}`,
    from: "vedette@example.org",
    egress: createEgress({ policy }),
    deadlineMs,
  });
}

const MAIL = { to: "ada@example.org", subject: "Hello", text: "text", html: "<p>html</p>" };

async function failure(send: Promise<void>): Promise<MailError> {
  const error: unknown = await send.catch((thrown: unknown) => thrown);
  if (!(error instanceof MailError))
    throw new Error("the mail was sent, or failed otherwise", { cause: error });
  return error;
}

function refusing(responseCode: number): SMTPServerOptions {
  return {
    onRcptTo: (_address, _session, done) => done(Object.assign(new Error("not now"), { responseCode })),
  };
}

test("delivers an email with text and HTML from the sender to one recipient", async () => {
  const { port, taken } = await smtpServer();
  await mailerTo(`127.0.0.1:${port}`).send(MAIL);
  expect(taken).toMatchObject([{ from: "vedette@example.org", to: ["ada@example.org"] }]);
  expect(taken[0]?.text).toMatch(/^From: "?Vedette"? <vedette@example.org>/m);
  for (const part of ["Subject: Hello", "text/plain", "text/html", "<p>html</p>"]) {
    expect(taken[0]?.text).toContain(part);
  }
});

test("decodes user and password of the SMTP URL", async () => {
  const { port, taken } = await smtpServer({ authOptional: false });
  await mailerTo(`vedette:p%40ss@127.0.0.1:${port}`).send(MAIL);
  expect(taken).toMatchObject([{ user: "vedette" }]);
  expect((await failure(mailerTo(`vedette:wrong@127.0.0.1:${port}`).send(MAIL))).isTemporary).toBe(false);
});

describe("untrusted content", () => {
  test.each([
    ["a line break", "Hello\r\nBcc: eve@example.org"],
    ["a bare line feed", "Hello\nBcc: eve@example.org"],
    ["a bare carriage return", "Hello\rBcc: eve@example.org"],
  ])("%s in a subject begins no header", async (_what, subject) => {
    const { port, taken } = await smtpServer();
    await mailerTo(`127.0.0.1:${port}`).send({ ...MAIL, subject });
    expect(taken).toMatchObject([{ to: ["ada@example.org"] }]);
    expect(taken[0]?.text).not.toMatch(/^Bcc:/im);
  });

  test.each([
    "ada@example.org, eve@example.org",
    "ada@example.org; eve@example.org",
    "ada@example.org\r\nRCPT TO:<eve@example.org>",
    "Eve <eve@example.org>, ada@example.org",
  ])("a list in the address is never two recipients: %j", async (to) => {
    const { port, taken } = await smtpServer();
    await mailerTo(`127.0.0.1:${port}`)
      .send({ ...MAIL, to })
      .catch(() => {});
    expect(taken.flatMap((mail) => mail.to)).not.toContain("eve@example.org");
    expect(taken.every((mail) => mail.to.length === 1)).toBe(true);
  });

  test("does not attach a file that the content references", async () => {
    const { port, taken } = await smtpServer();
    await mailerTo(`127.0.0.1:${port}`).send({ ...MAIL, html: '<img src="file:///etc/hostname">' });
    expect(taken).toHaveLength(1);
    expect(taken[0]?.text).not.toContain("attachment");
  });
});

describe("a server that does not accept the email", () => {
  test.each([
    [421, true],
    [451, true],
    [550, false],
  ])("with %i: worth another try is %s", async (code, isTemporary) => {
    const { port } = await smtpServer(refusing(code));
    const error = await failure(mailerTo(`127.0.0.1:${port}`).send(MAIL));
    expect(error.isTemporary).toBe(isTemporary);
    expect(error.message).toContain("not now");
  });

  test("that is unreachable", async () => {
    const probe = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => probe.once("listening", resolve));
    const { port } = probe.address() as AddressInfo;
    await new Promise((resolve) => probe.close(resolve));
    const error = await failure(mailerTo(`127.0.0.1:${port}`).send(MAIL));
    expect(error).toMatchObject({ isTemporary: true });
    expect(error.message).toContain("refused the connection");
  });

  test("that does not respond is abandoned at the deadline", async () => {
    const silent = createServer(() => {}).listen(0, "127.0.0.1");
    await new Promise((resolve) => silent.once("listening", resolve));
    ends.push(async () => void silent.close());
    const { port } = silent.address() as AddressInfo;
    const error = await failure(mailerTo(`127.0.0.1:${port}`, { deadlineMs: 200 }).send(MAIL));
    expect(error.isTemporary).toBe(true);
  });

  test("that stalls after the data is abandoned at the deadline", async () => {
    const { port } = await smtpServer({ onData: (stream) => stream.resume() });
    const error = await failure(mailerTo(`127.0.0.1:${port}`, { deadlineMs: 300 }).send(MAIL));
    expect(error.isTemporary).toBe(true);
  });

  test("that the egress policy blocks is not contacted", async () => {
    const { port, taken } = await smtpServer();
    const error = await failure(mailerTo(`127.0.0.1:${port}`, { deny: ["127.0.0.1"] }).send(MAIL));
    expect(error.message).toContain("VEDETTE_EGRESS_DENY");
    expect(taken).toEqual([]);
  });
});

test("reports that no SMTP server is configured", async () => {
  const policy = createEgressPolicy({ mode: "self-hosted", allow: [], deny: [], ownPorts: () => [] });
  const mailer = createMailer({ smtpUrl: null, from: null, egress: createEgress({ policy }) });
  expect(mailer.isConfigured).toBe(false);
  await expect(mailer.send(MAIL)).rejects.toThrow("SMTP_URL");
});

test("links an email and its reply by message IDs of one host for any ID", async () => {
  const { port, taken } = await smtpServer();
  const mailer = mailerTo(`127.0.0.1:${port}`);
  await mailer.send({ ...MAIL, messageId: "a-1>\r\nBcc: eve@example.org" });
  await mailer.send({ ...MAIL, messageId: "a-2", inReplyTo: "a-1" });
  expect(taken[0]?.text).toMatch(/^Message-ID: <a-1Bcceveexampleorg@example.org>\r?$/im);
  expect(taken[0]?.text).not.toMatch(/^Bcc:/im);
  expect(taken[1]?.text).toMatch(/^Message-ID: <a-2@example.org>\r?$/im);
  expect(taken[1]?.text).toMatch(/^In-Reply-To: <a-1@example.org>\r?$/im);
  expect(taken[1]?.text).toMatch(/^References: <a-1@example.org>\r?$/im);
});
