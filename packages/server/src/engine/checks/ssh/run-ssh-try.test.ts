import { describe, expect, onTestFinished, test } from "vitest";
import { specOf } from "../../../../test/hostile/check-specs.ts";
import { checkContext, startRawServer } from "../../../../test/servers/raw-server.ts";
import { sshMissing, startSshd } from "../../../../test/servers/services/ssh.ts";
import { runCheck } from "../registry.ts";

const is = (type: string, operator: string, value: unknown) => ({ type, operator, value, property: null });

const run = (port: number, fields: Record<string, unknown> = {}) =>
  runCheck(specOf("ssh", { host: "127.0.0.1", port, ...fields }), checkContext());

async function start(...args: Parameters<typeof startSshd>) {
  const server = await startSshd(...args);
  onTestFinished(() => server.stop());
  return server;
}

describe.skipIf(sshMissing !== null)(`with OpenSSH ${sshMissing ?? ""}`, () => {
  test("shows its version and the host key that it proves", async () => {
    const { port, fingerprint } = await start({ type: "ed25519" });
    const outcome = await run(port, {
      keep_body: "always",
      assertions: [
        is("body", "starts_with", "SSH-2.0-OpenSSH"),
        is("host_key_fingerprint", "equals", fingerprint),
        is("host_key_type", "in", ["ssh-ed25519", "ssh-rsa"]),
      ],
    });
    expect(outcome).toMatchObject({ status: "up", error: null });
    expect(outcome.kept?.headers).toEqual({
      host_key_fingerprint: fingerprint,
      host_key_type: "ssh-ed25519",
    });
    const { connectUs, ttfbUs, downloadUs } = outcome.timings;
    expect((connectUs ?? 0) + (ttfbUs ?? 0) + (downloadUs ?? 0)).toBe(outcome.responseUs);
    const other = await run(port, { assertions: [is("host_key_fingerprint", "equals", "SHA256:other")] });
    expect(other.error).toMatchObject({ code: "ASSERTION_FAILED" });
  });

  test.each([
    ["ecdsa-sha2-nistp256", { type: "ecdsa" as const, bits: 256 }, "ecdh-sha2-nistp256"],
    ["ecdsa-sha2-nistp384", { type: "ecdsa" as const, bits: 384 }, "ecdh-sha2-nistp384"],
    ["ecdsa-sha2-nistp521", { type: "ecdsa" as const, bits: 521 }, "ecdh-sha2-nistp521"],
    ["ssh-rsa", { type: "rsa" as const, bits: 2_048 }, "diffie-hellman-group14-sha256"],
    ["ssh-ed25519", { type: "ed25519" as const }, "diffie-hellman-group16-sha512"],
  ])("%s is proved with each key exchange", async (type, key, exchange) => {
    const { port, fingerprint } = await start(key, [`KexAlgorithms ${exchange}`]);
    const { error, assertions } = await run(port, {
      assertions: [is("host_key_type", "equals", type), is("host_key_fingerprint", "equals", fingerprint)],
    });
    expect([error, assertions.map(({ actual }) => actual)]).toEqual([null, [type, fingerprint]]);
  });

  test("signatures with SHA-1 are accepted, as older servers make them", async () => {
    const settings = [
      "KexAlgorithms diffie-hellman-group14-sha1",
      "HostKeyAlgorithms ssh-rsa",
      "Ciphers aes128-cbc",
    ];
    const { port } = await start({ type: "rsa", bits: 2_048 }, settings);
    expect((await run(port)).error).toBeNull();
  });

  test("a server without a common method is named with its methods", async () => {
    const { port } = await start({ type: "ed25519" }, ["KexAlgorithms diffie-hellman-group18-sha512"]);
    expect((await run(port)).error).toMatchObject({
      code: "SERVICE_ERROR",
      message: expect.stringContaining("diffie-hellman-group18-sha512"),
    });
  });
});

test.each([
  ["220 mail.example ESMTP\r\n", "the server does not speak SSH"],
  ["SSH-1.5-old\r\n", 'the server speaks only "SSH-1.5-old"'],
])("the greeting %j is a broken protocol", async (greeting, message) => {
  const server = await startRawServer(
    () => {},
    (socket) => socket.write(greeting),
  );
  expect((await run(server.port)).error).toMatchObject({ code: "PROTOCOL_ERROR", message });
  await server.close();
});
