import { escalationListSchema } from "@vedette/contract/on-call/escalations.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Receiver, startReceiver } from "../../packages/server/test/servers/receiver.ts";
import { createLab } from "../harness/lab.ts";
import { createMonitor } from "../harness/monitors.ts";
import { startTarget, type Target } from "../harness/target.ts";
import type { Vedette } from "../harness/vedette.ts";

/** kill -9 at each step of an escalation: no step is repeated, and none is lost. */

const lab = createLab(afterAll);
const POLL = { timeout: 40_000, interval: 50 };
const STEPS = 4;
let dataDir: string;
let vedette: Vedette;
let receiver: Receiver;
let target: Target;

beforeAll(async () => {
  dataDir = await lab.newDataDir();
  receiver = await startReceiver();
  target = await startTarget();
  target.answerWith(500);
  vedette = await lab.start({ dataDir });
});
afterAll(() => Promise.all([receiver.close(), target.close()]));

async function create(path: string, body: object): Promise<string> {
  const response = await vedette.request("POST", `/api/v1/${path}`, body);
  if (response.status !== 201) throw new Error(`${path}: ${response.status} ${response.text}`);
  return (response.body as { data: { id: string } }).data.id;
}

const idsAt = (path: string) =>
  receiver.received.filter((message) => message.path === path).map(({ headers }) => headers["webhook-id"]);

async function restart(): Promise<void> {
  await vedette.kill9();
  vedette = await lab.start({ dataDir, key: vedette.key });
}

test("a process that is killed at each of four steps takes each step once", async () => {
  const paths = Array.from({ length: STEPS }, (_, index) => `/step-${index + 1}`);
  const steps = [];
  for (const path of paths) {
    const channel = { name: path, type: "webhook", config: { url: receiver.url + path } };
    const id = await create("alerts/channels", channel);
    steps.push({ wait_seconds: steps.length === 0 ? 0 : 2, notify: [{ type: "channel", id }] });
  }
  const policyId = await create("escalation-policies", { name: "Four", steps });
  const { id: monitorId } = await createMonitor(vedette, { url: target.url(), interval: 1 });
  // Steps 1 and 3 are killed while their message waits for its answer, 2 and 4 after it.
  receiver.responses.push(() => {});
  const ruleId = await create("alerts/rules", {
    ...{ name: "Down", type: "consecutive_failures", params: { threshold: 1 } },
    ...{ monitor_id: monitorId, escalation_policy_id: policyId },
  });
  for (const [index, path] of paths.entries()) {
    await expect.poll(() => idsAt(path).length, POLL).toBeGreaterThan(0);
    await restart();
    if (index === 1) receiver.responses.push(() => {});
  }
  const { body } = await vedette.request("GET", `/api/v1/alerts?rule_id=${ruleId}`);
  const alertId = (body as { data: [{ id: string }] }).data[0].id;
  const read = await vedette.request("GET", `/api/v1/alerts/${alertId}/escalations`);
  const { escalations } = escalationListSchema.parse((read.body as { data: unknown }).data);
  expect(escalations).toHaveLength(1);
  expect(escalations[0]?.steps).toMatchObject(
    paths.map((name, index) => ({ round: 1, step: index + 1, outcome: "taken", notified: [{ name }] })),
  );
  // A message that was on its way is sent again with its ID.
  for (const path of paths) expect(new Set(idsAt(path)).size).toBe(1);
  const acknowledged = await vedette.request("POST", `/api/v1/alerts/${alertId}/acknowledge`);
  expect(acknowledged.status).toBe(200);
});
