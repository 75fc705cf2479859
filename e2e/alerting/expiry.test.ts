import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { alertSchema } from "@vedette/contract/alerts/alerts.ts";
import { afterAll, afterEach, expect, test } from "vitest";
import { issueCertificate } from "../../packages/server/test/hostile/issue-certificate.ts";
import { startReceiver } from "../../packages/server/test/servers/receiver.ts";
import type { TlsLeaf } from "../../packages/server/test/tls-fixtures.ts";
import { createLab } from "../harness/lab.ts";
import { createMonitor, listResults } from "../harness/monitors.ts";
import type { Vedette } from "../harness/vedette.ts";

/** A certificate that expires and is renewed, with a process that is killed at each step. */

const lab = createLab(afterAll);
const POLL = { timeout: 60_000, interval: 100 };
const DAY_MS = 86_400_000;
const keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
const closings: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closings.splice(0)) await close();
});

function expiresIn(days: number): TlsLeaf {
  const cert = issueCertificate({
    ...{ subject: "localhost", subjectKey: keys.publicKey, issuer: "localhost", issuerKey: keys.privateKey },
    ...{ notBeforeMs: Date.now() - DAY_MS, notAfterMs: Date.now() + days * DAY_MS + DAY_MS / 2 },
    ...{ hosts: ["127.0.0.1"], digest: "sha256" },
  });
  return { cert, key: keys.privateKey.export({ type: "pkcs8", format: "pem" }).toString() };
}

async function created(vedette: Vedette, path: string, body: object): Promise<string> {
  const answer = await vedette.request("POST", `/api/v1/alerts/${path}`, body);
  if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${answer.text}`);
  return (answer.body as { data: { id: string } }).data.id;
}

test("each step of an expiry is notified once, though the process is killed after each", async () => {
  const dataDir = await lab.newDataDir();
  const receiver = await startReceiver();
  const target = createServer(expiresIn(20), (_, response) => {
    response.writeHead(200, { connection: "close" }).end("ok");
  });
  closings.push(
    () => receiver.close(),
    () => target.close(),
  );
  target.listen(0, "127.0.0.1");
  await once(target, "listening");
  let vedette = await lab.start({ dataDir });
  const config = { url: receiver.url };
  const channelId = await created(vedette, "channels", { name: "hook", type: "webhook", config });
  const ruleId = await created(vedette, "rules", {
    ...{ name: "Expiry", type: "expiry", params: { subject: "certificate" }, channel_id: channelId },
  });
  const { port } = target.address() as AddressInfo;
  const monitor = await createMonitor(vedette, { url: `https://127.0.0.1:${port}/`, verify_tls: false });

  const alerts = async () => {
    const { body } = await vedette.request("GET", `/api/v1/alerts?rule_id=${ruleId}`);
    return (body as { data: unknown[] }).data.map((alert) => alertSchema.parse(alert));
  };
  const messages = () => {
    const each = receiver.received.map(({ headers, json }) => `${headers["webhook-id"]} ${json().type}`);
    return [...new Set(each)].map((message) => message.split(" ")[1]);
  };
  const restarted = async () => {
    await vedette.kill9();
    vedette = await lab.start({ dataDir, key: vedette.key });
    const before = (await listResults(vedette, monitor.id)).length;
    await expect
      .poll(async () => (await listResults(vedette, monitor.id)).length, POLL)
      .toBeGreaterThan(before);
  };

  await expect.poll(messages, POLL).toEqual(["alert.opened"]);
  await restarted();
  expect(messages()).toEqual(["alert.opened"]);

  target.setSecureContext(expiresIn(13));
  await expect.poll(messages, POLL).toEqual(["alert.opened", "alert.reminder"]);
  await restarted();
  expect(messages()).toEqual(["alert.opened", "alert.reminder"]);
  expect(await alerts()).toMatchObject([{ evidence: { threshold: 14, value: 13 } }]);

  target.setSecureContext(expiresIn(90));
  await expect.poll(messages, POLL).toEqual(["alert.opened", "alert.reminder", "alert.resolved"]);
  target.setSecureContext(expiresIn(13));
  await expect.poll(async () => (await alerts()).length, POLL).toBe(2);
});
