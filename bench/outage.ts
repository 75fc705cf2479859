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
 * All that is watched fails at once and recovers: fault F13 of security.md. Real checks of a real target, a rule for
 * everything, a webhook that counts, and clients of the API meanwhile. `--monitors N` makes a smaller run, which is not
 * written to bench/README.md.
 */

const FULL_MONITORS = 10_000;
const INTERVAL_S = 60;
/** Within this every monitor was checked, and retried where it failed. */
const TURN_MAX_S = 2 * INTERVAL_S + 30;
const CLIENTS = 4;
const RATE_PER_SECOND = 50;
const GOAL_P99_MS = 100;
const MESSAGES_GOAL = FULL_MONITORS / 20;

const { values } = parseArgs({ options: { monitors: { type: "string" } } });
const monitors = Number(values.monitors ?? FULL_MONITORS);

type Turn = { name: string; seconds: number; untilTold: number; messages: number; clients: ClientFigures };

const directory = makeBenchFolder();
const data = join(directory, "data");
const [target, receiver] = [await startTarget(), await startReceiver()];
const vedette = await startVedette(data, { env: { DATABASE_URL: undefined } });
const counts = await openCounts(join(data, "postgres"));
try {
  await prepare(vedette);
  await until("up", async () => (await counts.read()).up === monitors);
  const turns: Turn[] = [];
  for (const name of ["failure", "recovery"] as const) turns.push(await makeTurn(name));
  const after = await counts.read();
  const markdown = report(turns, after, receiver);
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

async function makeTurn(name: "failure" | "recovery"): Promise<Turn> {
  const isFailure = name === "failure";
  const told = () => (isFailure ? receiver.opened : receiver.resolved).size;
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
  await until(name, async () => {
    const { up, down } = await counts.read();
    return (isFailure ? down : up) === monitors;
  });
  const seconds = (performance.now() - startMs) / 1_000;
  await until(`${name} notified`, async () => told() === monitors);
  const untilTold = (performance.now() - startMs) / 1_000;
  return { name, seconds, untilTold, messages: receiver.messages - before, clients: await clients };
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const deadlineMs = performance.now() + TURN_MAX_S * 1_000;
  while (!(await isSo())) {
    if (performance.now() > deadlineMs) throw new Error(`${what}: not within ${TURN_MAX_S} s`);
    await pause(500);
  }
}

function report(turns: readonly Turn[], after: Counts, { opened, resolved, repeated }: Receiver): string {
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
    ...turns.map(({ name, messages }) => ({
      what: `Messages of the ${name}`,
      goal: `≤ ${MESSAGES_GOAL}`,
      measured: String(messages),
      isMet: messages <= MESSAGES_GOAL,
    })),
    ...turns.map(({ name, clients }) => ({
      what: `API during the ${name}, p99 in ms`,
      goal: `≤ ${GOAL_P99_MS}`,
      measured: clients.p99Ms.toFixed(1),
      isMet: clients.p99Ms <= GOAL_P99_MS,
    })),
  ];
  const rows = turns.map(({ name, seconds, untilTold, messages, clients }) => [
    name,
    seconds.toFixed(1),
    untilTold.toFixed(1),
    String(messages),
    clients.p50Ms.toFixed(1),
    clients.p99Ms.toFixed(1),
  ]);
  return [
    "## `outage`: everything fails at once, and recovers",
    machineFacts(),
    `${monitors} monitors of one target, checked every ${INTERVAL_S} s with the retries of the default; it answers 503 from one moment on, and 200 again when all are down. One rule for everything, one webhook, which gets five messages a minute at most, of up to 1,000 alerts each. ${RATE_PER_SECOND} requests a second to the API meanwhile (lists of monitors, alerts and targets). ${repeated} messages came twice.`,
    table(
      ["Turn", "all there after s", "all notified after s", "messages", "API p50 ms", "API p99 ms"],
      rows,
    ),
    verdictTable(verdicts),
  ].join("\n\n");
}
