import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Lab } from "../../e2e/harness/lab.ts";
import type { Vedette } from "../../e2e/harness/vedette.ts";
import { findRunningEmbedded } from "../../packages/server/src/platform/storage/embedded/embedded-postgres.ts";
import { type Receiver, startReceiver } from "../../packages/server/test/servers/receiver.ts";
import type { Verdict } from "../harness/report.ts";
import type { Fault } from "./fault.ts";
import { type ControlledTarget, startControlledTarget } from "./measuring/controlled-target.ts";
import { equal, mustBecome, secondsUntil, within } from "./measuring/verdicts.ts";
import { lockTable, type TableLock } from "./processes/table-lock.ts";
import { withLab } from "./processes/with-lab.ts";
import { runTestFiles } from "./vitest/test-files.ts";

/** A claim of a dead process ends after its send timeout and a margin, and the next run follows within a minute. */
const DELIVERED_SECONDS = 120;
/** In which a third copy would arrive. */
const SETTLE_MS = 20_000;

/** A monitor with its own rule and webhook. `path` names it at the target and at the receiver. */
type Watched = { path: string; ruleId: string };
type Scene = {
  lab: Lab;
  vedette: Vedette;
  dataDir: string;
  receiver: Receiver;
  target: ControlledTarget;
};
/** Resolves when the process is to be killed. The returned function undoes what held it up. */
type KillPoint = (scene: Scene, watched: Watched) => Promise<(() => Promise<void>) | null>;

const KILL_POINTS: readonly [string, KillPoint][] = [
  ["before the send", beforeSend],
  ["after the send, before the commit", beforeCommit],
  ["while the receiver responds", whileResponding],
];

export const fault: Fault = {
  name: "f03",
  what: "kill -9 of the process that sends notifications: before, during and after a send",
  async run(folder) {
    const verdicts: Verdict[] = [];
    const target = await startControlledTarget();
    const receiver = await startReceiver();
    try {
      await withLab(async (lab) => {
        const dataDir = await lab.emptyDataDir();
        const scene = { lab, dataDir, receiver, target, vedette: await lab.start({ dataDir }) };
        for (const [name, killPoint] of KILL_POINTS)
          verdicts.push(...(await killAt(scene, { name, killPoint })));
      });
    } finally {
      await Promise.all([target.close(), receiver.close()]);
    }
    return [
      ...verdicts,
      await runTestFiles(folder, {
        what: "digests, and messages to subscribers of a status page, survive a killed process too",
        files: ["e2e/broadcast"],
        isEndToEnd: true,
      }),
      await runTestFiles(folder, {
        what: "a process that dies between sending and recording: also of a digest",
        files: [
          "packages/server/src/pipeline/alerting/delivery/deliver-failures",
          "packages/server/src/pipeline/alerting/delivery/deliver-digests",
        ],
      }),
    ];
  },
};

async function killAt(
  scene: Scene,
  { name, killPoint }: { name: string; killPoint: KillPoint },
): Promise<Verdict[]> {
  const path = `/${name.replaceAll(/[^a-z]+/g, "-")}`;
  const ruleId = await createRule(scene, path);
  const undo = await killPoint(scene, { path, ruleId });
  const before = messagesTo(scene, path).length;
  await scene.vedette.kill9();
  await undo?.();
  scene.vedette = await scene.lab.start({ dataDir: scene.dataDir, key: scene.vedette.key });
  const isSent = async () => (await readAlerts(scene, ruleId))[0]?.status === "sent";
  const seconds = await secondsUntil(isSent, DELIVERED_SECONDS);
  await pause(SETTLE_MS);
  const messages = messagesTo(scene, path);
  const ids = new Set(messages.map(({ headers }) => headers["webhook-id"]));
  return [
    {
      what: `killed ${name}: copies that the receiver got (${before} before the kill)`,
      goal: "1 or 2, with one id",
      measured: `${messages.length}, with ${ids.size} id`,
      isMet: messages.length >= 1 && messages.length <= 2 && ids.size === 1,
    },
    within(`killed ${name}: the alert is sent after the restart`, { seconds, limit: DELIVERED_SECONDS }),
    equal(`killed ${name}: alerts`, { measured: (await readAlerts(scene, ruleId)).length, goal: 1 }),
  ];
}

/** The alert is stored, and the notifier gathers related alerts for two seconds. */
async function beforeSend(scene: Scene, { path, ruleId }: Watched): Promise<null> {
  scene.target.failing.add(path);
  await mustBecome("the alert is stored", async () => (await readAlerts(scene, ruleId)).length > 0);
  if (messagesTo(scene, path).length > 0) throw new Error("the message was already sent");
  return null;
}

async function beforeCommit(scene: Scene, { path }: Watched): Promise<() => Promise<void>> {
  const connection = await findRunningEmbedded(join(scene.dataDir, "postgres"));
  if (connection === null) throw new Error("PostgreSQL does not run");
  const locked = Promise.withResolvers<TableLock>();
  scene.receiver.responses.push((response) => {
    const locking = lockTable(connection, { table: "alert_delivery", from: "writes" }).then((lock) => {
      response.end();
      return lock;
    });
    locking.then(locked.resolve, locked.reject);
  });
  scene.target.failing.add(path);
  const lock = await locked.promise;
  await mustBecome("the notifier cannot commit", async () => (await lock.countWaiting()) > 0);
  return () => lock.release();
}

async function whileResponding(scene: Scene, { path }: Watched): Promise<null> {
  scene.receiver.responses.push((response) => void response.writeHead(200).write(" "));
  scene.target.failing.add(path);
  await mustBecome("the receiver has the message", () => messagesTo(scene, path).length > 0);
  return null;
}

/** Creates a monitor, a webhook and a rule that opens an alert after one failure. Returns the rule. */
async function createRule(scene: Scene, path: string): Promise<string> {
  const { receiver, target } = scene;
  const channelId = await create(scene, "/alerts/channels", {
    ...{ name: path, type: "webhook", config: { url: `${receiver.url}${path}` } },
  });
  const monitorId = await create(scene, "/monitors", {
    ...{ name: path, type: "url", url: target.url(path), interval: 1, retries: 0 },
  });
  return create(scene, "/alerts/rules", {
    ...{ name: path, type: "consecutive_failures", params: { threshold: 1 } },
    ...{ monitor_id: monitorId, channel_id: channelId, notify_recovery: false },
  });
}

async function create({ vedette }: Scene, path: string, fields: object): Promise<string> {
  const { status, body, text } = await vedette.request("POST", `/api/v1${path}`, fields);
  if (status !== 201) throw new Error(`${path}: ${status} ${text}`);
  return (body as { data: { id: string } }).data.id;
}

async function readAlerts({ vedette }: Scene, ruleId: string): Promise<{ status: string }[]> {
  const { body } = await vedette.request("GET", `/api/v1/alerts?rule_id=${ruleId}`);
  return (body as { data?: { status: string }[] } | null)?.data ?? [];
}

function messagesTo({ receiver }: Scene, path: string) {
  return receiver.received.filter((message) => message.path === path);
}
