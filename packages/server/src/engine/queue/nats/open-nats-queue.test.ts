import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { natsQueueLab } from "../../../../test/labs/nats-queue-lab.ts";
import { natsServerMissing, startNatsServer } from "../../../../test/servers/nats-server.ts";
import { createTlsFixtures } from "../../../../test/tls-fixtures.ts";
import { StartError } from "../../../platform/kernel/errors.ts";

const missing = natsServerMissing();

describe.skipIf(missing !== null)("a connection to NATS", () => {
  const lab = natsQueueLab();
  const { ends, open } = lab;

  test("connects over TLS to a server whose certificate is trusted", async () => {
    const folder = await mkdtemp(join(tmpdir(), "vedette-nats-tls-"));
    ends.push(() => rm(folder, { recursive: true }));
    const { ca, valid } = await createTlsFixtures();
    await writeFile(join(folder, "cert.pem"), valid.cert);
    await writeFile(join(folder, "key.pem"), valid.key);
    const secured = await startNatsServer(
      `tls { cert_file: "${folder}/cert.pem", key_file: "${folder}/key.pem" }`,
    );
    ends.push(secured.stop);
    const servers = [`tls://127.0.0.1:${secured.port}`];
    const queue = await open("over tls", { servers, tls: { ca } });
    expect(queue.isConnected()).toBe(true);
    await expect(open("without the authority", { servers })).rejects.toThrow(/NATS_TLS_\*/);
  });

  test("the error for a refused connection is one sentence without the password", async () => {
    const closed = await startNatsServer(`authorization { user: "u", password: "right" }`);
    ends.push(closed.stop);
    const servers = [`nats://u:hunter2@127.0.0.1:${closed.port}`];
    const refused = open("stranger", { servers });
    await expect(refused).rejects.toBeInstanceOf(StartError);
    await expect(refused).rejects.toThrow(/^Cannot use NATS at 127\.0\.0\.1:\d+: .*NATS_URL/);
    await expect(refused).rejects.not.toThrow(/hunter2/);
    const good = await open("friend", { servers: [`nats://u:right@127.0.0.1:${closed.port}`] });
    expect(good.isConnected()).toBe(true);
  });
});
