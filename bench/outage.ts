import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { type ClientFigures, runClients } from "./harness/api-client.ts";
import { makeBenchFolder } from "./harness/folder.ts";
import { machineFacts, table, type Verdict, verdictTable, writeSection } from "./harness/report.ts";
import { createMonitors, startVedette, type Vedette } from "./harness/vedette.ts";
import { type Counts, openCounts } from "./outage/counts.ts";
import { type Receiver, startReceiver } from "./outage/receiver.ts";
import { startTarget } from "./outage/target.ts";

/*
 * All monitors fail at once and recover: real checks of a real target, one rule for all monitors, a webhook that counts
 * messages, and concurrent API clients. `--monitors N` makes a smaller run, which is not written to bench/README.md.
 */

const FULL_MONITORS = 10_000;
const INTERVAL_S = 60;
/** Long enough to check every monitor, including retries. */
const PHASE_MAX_S = 2 * INTERVAL_S + 30;
const CLIENTS = 4;
const RATE_PER_SECOND = 50;
const GOAL_P99_MS = 100;
const MESSAGES_GOAL = FULL_MONITORS / 20;

const { values } = parseArgs({ options: { monitors: { type: "string" } } });
const monitors = Number(values.monitors ?? FULL_MONITORS);

type Phase = {
  name: string;
  seconds: number;
  notifiedSeconds: number;
  messages: number;
  clients: ClientFigures;
};

const directory = makeBenchFolder();
const data = join(directory, "data");
const [target, receiver] = [await startTarget(), await startReceiver()];
const vedette = await startVedette(data, { env: { DATABASE_URL: undefined } });
const counts = await openCounts(join(data, "postgres"));
try {
  await prepare(vedette);
  await waitUntil("up", async () => (await counts.read()).up === monitors);
  const phases: Phase[] = [];
  for (const name of ["failure", "recovery"] as const) phases.push(await runPhase(name));
  const after = await counts.read();
  const markdown = report(phases, after, receiver);
  console.log(markdown);
  if (monitors >= FULL_MONITORS) writeSection("outage", markdown);
} finally {
  await counts.close();
  await vedette.stop();
  await Promise.all([target.close(), receiver.close()]);
  rmSync(directory, { recursive: true, force: true });
}

async function prepare({ request }: Vedette): Promise<void> {
  const { data: channel } = await request<{ data: { id: string } }>("POST", "/alerts/channels", {
    name: "Counter",
    type: "webhook",
    config: { url: receiver.url },
  });
  await request("POST", "/alerts/rules", {
    name: "Everything",
    type: "consecutive_failures",
    params: { threshold: 1 },
    channel_id: channel.id,
  });
  await createMonitors(
    vedette,
    Array.from({ length: monitors }, (_, index) => ({
      name: `Monitor ${index}`,
      type: "url",
      url: `${target.url}/${index}`,
      interval: INTERVAL_S,
    })),
  );
}

async function runPhase(name: "failure" | "recovery"): Promise<Phase> {
  const isFailure = name === "failure";
  const notified = () => (isFailure ? receiver.opened : receiver.resolved).size;
  const before = receiver.messages;
  const startMs = performance.now();
  target.setStatus(isFailure ? 503 : 200);
  const clients = runClients({
    url: vedette.url,
    key: vedette.key,
    requests: ["/monitors?limit=50", "/alerts?limit=50", "/targets?limit=50"].map((path) => ({
      method: "GET",
      path,
    })),
    clients: CLIENTS,
    seconds: INTERVAL_S,
    ratePerSecond: RATE_PER_SECOND,
  });
  await waitUntil(name, async () => {
    const { up, down } = await counts.read();
    return (isFailure ? down : up) === monitors;
  });
  const seconds = (performance.now() - startMs) / 1_000;
  await waitUntil(`${name} notified`, async () => notified() === monitors);
  const notifiedSeconds = (performance.now() - startMs) / 1_000;
  return { name, seconds, notifiedSeconds, messages: receiver.messages - before, clients: await clients };
}

async function waitUntil(what: string, isTrue: () => Promise<boolean>): Promise<void> {
  const deadlineMs = performance.now() + PHASE_MAX_S * 1_000;
  while (!(await isTrue())) {
    if (performance.now() > deadlineMs) throw new Error(`${what}: not within ${PHASE_MAX_S} s`);
    await pause(500);
  }
}

function report(phases: readonly Phase[], after: Counts, { opened, resolved, repeated }: Receiver): string {
  const exact = (what: string, count: number): Verdict => ({
    what,
    goal: `= ${monitors}`,
    measured: String(count),
    isMet: count === monitors,
  });
  const verdicts = [
    exact("Transitions from up to down stored", after.wentDown),
    exact("Transitions from down to up stored", after.cameUp),
    exact("Alerts opened, each resolved", Math.min(after.alerts, after.resolved)),
    exact("Targets notified as failed", opened.size),
    exact("Targets notified as recovered", resolved.size),
    ...phases.map(({ name, messages }) => ({
      what: `Messages of the ${name}`,
      goal: `≤ ${MESSAGES_GOAL}`,
      measured: String(messages),
      isMet: messages <= MESSAGES_GOAL,
    })),
    ...phases.map(({ name, clients }) => ({
      what: `API during the ${name}, p99 in ms`,
      goal: `≤ ${GOAL_P99_MS}`,
      measured: clients.p99Ms.toFixed(1),
      isMet: clients.p99Ms <= GOAL_P99_MS,
    })),
  ];
  const rows = phases.map(({ name, seconds, notifiedSeconds, messages, clients }) => [
    name,
    seconds.toFixed(1),
    notifiedSeconds.toFixed(1),
    String(messages),
    clients.p50Ms.toFixed(1),
    clients.p99Ms.toFixed(1),
  ]);
  return [
    "## `outage`: all monitors fail at once and recover",
    machineFacts(),
    `${monitors} monitors of one target, checked every ${INTERVAL_S} s with default retries. The target responds with 503, and with 200 again once all are down. One rule for all monitors, one webhook with at most five messages a minute of up to 1,000 alerts each. Clients send ${RATE_PER_SECOND} requests a second to the API (lists of monitors, alerts and targets). ${repeated} messages arrived twice.`,
    table(
      ["Phase", "all detected after s", "all notified after s", "messages", "API p50 ms", "API p99 ms"],
      rows,
    ),
    verdictTable(verdicts),
  ].join("\n\n");
}
