import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer as createPlainServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer, TLSSocket } from "node:tls";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { specOf } from "../../../../test/hostile/check-specs.ts";
import { createOcspAuthority } from "../../../../test/servers/ocsp-responder.ts";
import { programsMissing, startProgram } from "../../../../test/servers/program.ts";
import { checkContext, listening } from "../../../../test/servers/raw-server.ts";
import { createTlsFixtures, type TlsFixtures } from "../../../../test/tls-fixtures.ts";
import { freePort } from "../../../platform/net/free-port.ts";
import { runCheck } from "../registry.ts";

const OPENSSL = "/usr/bin/openssl";
const missing = programsMissing({ [OPENSSL]: "openssl" });

let fixtures: TlsFixtures;
let folder: string;
beforeAll(async () => {
  fixtures = await createTlsFixtures();
  folder = await mkdtemp(join(tmpdir(), "vedette-tls-"));
  await writeFile(join(folder, "key.pem"), fixtures.valid.key);
  await writeFile(join(folder, "cert.pem"), fixtures.valid.cert);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const context = () => checkContext({ extraCa: [fixtures.ca] });
const run = (fields: Record<string, unknown>) =>
  runCheck(specOf("tls", { host: "localhost", ...fields }), context());
const is = (type: string, value: unknown, operator = "equals") => ({ type, operator, value, property: null });

describe.skipIf(missing !== null)(`with openssl s_server${missing === null ? "" : ` (${missing})`}`, () => {
  async function withServer<T>(args: readonly string[], use: (port: number) => Promise<T>): Promise<T> {
    const port = await freePort();
    const files = ["-key", join(folder, "key.pem"), "-cert", join(folder, "cert.pem")];
    const server = await startProgram(
      OPENSSL,
      ["s_server", "-accept", `127.0.0.1:${port}`, "-quiet", ...files, ...args],
      port,
    );
    try {
      return await use(port);
    } finally {
      await server.stop();
    }
  }

  test("finds the facts of the certificate and the handshake", async () => {
    const outcome = await withServer(["-tls1_3"], (port) =>
      run({
        port,
        keep_body: "always",
        assertions: [
          is("ssl_expiry", 80, "greater_than"),
          is("issuer_cn", "Vedette Test Root"),
          is("subject_cn", "localhost"),
          is("san", ["127.0.0.1", "localhost"], "equals_set"),
          is("san", "localhost", "contains"),
          is("key_type", "ec"),
          is("key_bits", 256),
          is("tls_version", 1.3, "greater_than_or_equal"),
          is("cipher", "TLS_AES", "starts_with"),
          is("chain_complete", true),
          is("hostname_ok", true),
          is("self_signed", false),
          is("ocsp_stapled", false),
          is("ocsp_status", "none"),
        ],
      }),
    );
    expect(outcome.assertions.filter(({ passed }) => !passed)).toEqual([]);
    expect(outcome).toMatchObject({
      status: "up",
      tls: { protocol: "TLSv1.3", issuer: "Vedette Test Root" },
      timings: { ttfbUs: null, downloadUs: null },
    });
    const { dnsUs, connectUs, tlsUs } = outcome.timings;
    expect((dnsUs ?? 0) + (connectUs ?? 0) + (tlsUs ?? 0)).toBe(outcome.responseUs);
    // The chain, with the root that the server did not send.
    expect(outcome.kept?.body?.match(/BEGIN CERTIFICATE/g)).toHaveLength(2);
    expect(outcome.kept?.headers.fingerprint_sha256).toMatch(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/);
  });

  test("rejects a server that offers only TLS 1.1, and lets assertions judge it if the certificate is not verified", async () => {
    const args = ["-tls1_1", "-cipher", "ALL:@SECLEVEL=0"];
    const [strict, lenient] = await withServer(args, async (port) => [
      await run({ port }),
      await run({ port, verify_tls: false, assertions: [is("tls_version", 1.2, "greater_than_or_equal")] }),
    ]);
    expect(strict?.error).toMatchObject({ code: "TLS_INVALID", reason: "weak" });
    expect(lenient).toMatchObject({
      status: "down",
      error: { code: "ASSERTION_FAILED", message: "expected TLS version to be at least 1.2, got 1.1" },
    });
  });

  test("shows a client certificate, and is rejected without one", async () => {
    const ca = join(folder, "ca.pem");
    await writeFile(ca, fixtures.ca);
    const auth = { type: "mtls", certificate: fixtures.valid.cert, key: fixtures.valid.key };
    const [without, shown] = await withServer(["-tls1_2", "-Verify", "1", "-CAfile", ca], async (port) => [
      await run({ port }),
      await runCheck({ ...specOf("tls", { host: "localhost", port }), auth: auth as never }, context()),
    ]);
    expect(without?.error).toMatchObject({ code: "TLS_INVALID", reason: "handshake" });
    expect(shown?.error).toBeNull();
  });
});

describe("a certificate that is not accepted", () => {
  test.each([
    ["expired", { code: "TLS_INVALID", reason: "expired" }],
    ["selfSigned", { code: "TLS_INVALID", reason: "self_signed" }],
    ["missingIntermediate", { code: "TLS_INVALID", reason: "unknown_issuer" }],
    ["wrongHost", { code: "TLS_INVALID", reason: "wrong_host" }],
  ] as const)("%s is down, and up with assertions if it is not verified", async (name, error) => {
    const server = await listening(createServer(fixtures[name]));
    const { port } = server;
    expect((await run({ port })).error).toMatchObject(error);
    const facts = [
      is("self_signed", name === "selfSigned"),
      is("hostname_ok", name !== "wrongHost"),
      is("chain_complete", name !== "missingIntermediate"),
    ];
    const lenient = await run({ port, verify_tls: false, assertions: facts });
    expect(lenient.assertions.filter(({ passed }) => !passed)).toEqual([]);
    expect(lenient.error).toBeNull();
    await server.close();
  });

  test("another server name is requested and verified", async () => {
    const server = await listening(createServer(fixtures.wrongHost));
    expect((await run({ port: server.port, servername: "wrong.test" })).error).toBeNull();
    await server.close();
  });
});

test("a stapled OCSP response is found, also if it is invalid", async () => {
  const tls = createServer(fixtures.valid);
  tls.on("OCSPRequest", (_certificate, _issuer, respond) => respond(null, Buffer.from("staple")));
  const server = await listening(tls);
  const assertions = [is("ocsp_stapled", true), is("ocsp_status", "invalid")];
  const outcome = await run({ port: server.port, assertions });
  expect(outcome.error).toBeNull();
  await server.close();
});

test.skipIf(missing !== null)(
  "a certificate that is revoked is down, and up if it is not verified",
  async () => {
    const authority = await createOcspAuthority("ec");
    const tls = createServer(authority.tls);
    let staple = await authority.respond("good");
    tls.on("OCSPRequest", (_certificate, _issuer, respond) => respond(null, staple));
    const server = await listening(tls);
    const trusted = checkContext({ extraCa: [authority.ca.toString()] });
    const check = (status: string, fields: object = {}) => {
      const assertions = [is("ocsp_status", status)];
      return runCheck(
        specOf("tls", { host: "localhost", port: server.port, assertions, ...fields }),
        trusted,
      );
    };
    expect((await check("good")).error).toBeNull();
    staple = await authority.respond({ revokedOn: "261101120000Z", reason: "superseded" });
    expect((await check("revoked")).error).toEqual({
      ...{ code: "TLS_INVALID", phase: "tls", reason: "revoked" },
      message:
        "the certificate was revoked on 2026-11-01 (superseded), says the OCSP response that the server stapled",
    });
    expect((await check("revoked", { verify_tls: false })).error).toBeNull();
    await server.close();
    await authority.close();
  },
);

/** What a server of each protocol says before TLS, and what it expects. */
const DIALOGUES: Record<string, readonly (string | RegExp)[]> = {
  smtp: [
    "220-mail.test\r\n220 ready\r\n",
    /^EHLO .+\r\n$/,
    "250-mail.test\r\n250 STARTTLS\r\n",
    /^STARTTLS\r\n$/,
    "220 go\r\n",
  ],
  imap: ["* OK ready\r\n", /^a1 STARTTLS\r\n$/, "* CAPABILITY IMAP4rev1\r\na1 OK begin\r\n"],
  pop3: ["+OK ready\r\n", /^STLS\r\n$/, "+OK begin\r\n"],
  ftp: ["220 ready\r\n", /^AUTH TLS\r\n$/, "234 go\r\n"],
  postgres: [/^.{5}\xd2.\/$/s, "S"],
  ldap: [/1\.3\.6\.1\.4\.1\.1466\.20037$/, "\x30\x0c\x02\x01\x01\x78\x07\x0a\x01\x00\x04\x00\x04\x00"],
  xmpp: [
    /^<\?xml.*to='localhost'/,
    "<stream:stream><stream:features><starttls/></stream:features>",
    /^<starttls/,
    "<proceed/>",
  ],
};

/** Follows a dialogue, then speaks TLS. `refusal` replaces its last answer. */
async function startDialogue(protocol: string, refusal?: string) {
  const steps = DIALOGUES[protocol] ?? [];
  const serve = (socket: Socket) => {
    let index = 0;
    const say = () => {
      for (let step = steps[index]; typeof step === "string"; step = steps[index]) {
        index += 1;
        const isLast = index === steps.length;
        socket.write(isLast && refusal !== undefined ? refusal : step, "latin1");
        if (isLast && refusal === undefined) {
          socket.off("data", onData);
          const secured = new TLSSocket(socket, { isServer: true, ...fixtures.valid });
          secured.on("error", () => secured.destroy());
        }
      }
    };
    const onData = (chunk: Buffer) => {
      const step = steps[index];
      if (step instanceof RegExp && step.test(chunk.toString("latin1"))) index += 1;
      else socket.destroy();
      say();
    };
    socket.on("error", () => socket.destroy());
    socket.on("data", onData);
    say();
  };
  return listening(createPlainServer(serve));
}

describe.each(Object.keys(DIALOGUES))("STARTTLS of %s", (starttls) => {
  test("leads to the certificate", async () => {
    const server = await startDialogue(starttls);
    const outcome = await run({ port: server.port, starttls, assertions: [is("subject_cn", "localhost")] });
    expect(outcome.error).toBeNull();
    await server.close();
  });

  test("that the server refuses is a protocol error that quotes it", async () => {
    const refusal = starttls === "xmpp" ? "<failure/>" : "502 no TLS here\r\n";
    const server = await startDialogue(starttls, refusal);
    const { error } = await run({ port: server.port, starttls });
    expect(error).toMatchObject({ code: "PROTOCOL_ERROR", phase: "tls" });
    expect(error?.message).toContain(refusal.trim());
    await server.close();
  });
});
