import { writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as pause } from "node:timers/promises";
import { createMonitor, createMonitors, listResults } from "../../e2e/harness/monitors.ts";
import { startTarget, type Target } from "../../e2e/harness/target.ts";
import { type Receiver, startReceiver } from "../../packages/server/test/servers/receiver.ts";
import type { Verdict } from "../harness/report.ts";
import { waitUntil } from "../scale/fault-run.ts";
import { countSlots } from "../scale/slot-queries.ts";
import type { Fault } from "./fault.ts";
import { countLogged, create, read, type Service, withService } from "./processes/service.ts";
import { type NameServer, startNameServer } from "./targets/name-server.ts";

const ADDRESS = "127.66.8.1";
const MONITORS = 20;
const THRESHOLD = 3;
const DOWN_MS = 40_000;
const SETTLE_MS = 10_000;
/** The name servers are asked once a minute, for at most eight seconds. */
const PROBLEM_MS_MAX = 75_000;
const RECOVERY_MS_MAX = 30_000;

type Run = { service: Service; names: NameServer; receiver: Receiver; ids: string[] };

export const fault: Fault = {
  name: "f08",
  what: "DNS: a name that no longer exists, SERVFAIL, a silent resolver",
  missing: () => (process.getuid?.() === 0 ? null : "an own /etc/resolv.conf needs root"),
  async run(folder) {
    const names = await startNameServer(ADDRESS);
    const [target, receiver] = [await startTarget(), await startReceiver()];
    try {
      const env = { VEDETTE_CANARIES: `${target.url("/canary").replace("127.0.0.1", "canary.test")}` };
      return await withService({ env, prefix: withResolver(folder) }, async (service) => {
        const ids = await prepare(service, { target, receiver });
        const run = { service, names, receiver, ids };
        await untilAllUp(run);
        const verdicts = await nameGone(run, target);
        verdicts.push(...(await wholeResolver(run, "servfail")));
        verdicts.push(...(await wholeResolver(run, "silent")));
        return verdicts;
      });
    } finally {
      names.close();
      await Promise.all([target.close(), receiver.close()]);
    }
  },
};

/** Runs a command with its own /etc/resolv.conf, which only it sees. */
function withResolver(folder: string): string[] {
  const path = join(folder, "resolv.conf");
  writeFileSync(path, `nameserver ${ADDRESS}\noptions timeout:2 attempts:2\n`, { mode: 0o644 });
  const script = `mount --bind ${path} /etc/resolv.conf && exec "$@"`;
  return ["unshare", "--mount", "sh", "-c", script, "sh"];
}

async function prepare(
  { vedette }: Service,
  { target, receiver }: { target: Target; receiver: Receiver },
): Promise<string[]> {
  const channel = await create(vedette, "alerts/channels", {
    ...{ name: "Hook", type: "webhook", config: { url: receiver.url } },
  });
  await create(vedette, "alerts/rules", {
    ...{ name: "Down", type: "consecutive_failures", params: { threshold: THRESHOLD } },
    channel_id: channel.id,
  });
  const wanted = Array.from({ length: MONITORS }, (_, index) => ({
    name: `shop ${index}`,
    url: target.url(`/${index}`).replace("127.0.0.1", `shop-${index}.test`),
  }));
  return (await createMonitors(vedette, wanted)).map(({ id }) => id);
}

async function untilAllUp({ service }: Run): Promise<void> {
  const areUp = async () =>
    (await read<unknown[]>(service.vedette, "/api/v1/monitors?status=up&limit=200")).length;
  if (!(await waitUntil(async () => (await areUp()) >= MONITORS, RECOVERY_MS_MAX)))
    throw new Error("the monitors are not up");
}

/** One name is gone: an ordinary failure of its target alone. */
async function nameGone({ service, names, receiver }: Run, target: Target): Promise<Verdict[]> {
  const { vedette } = service;
  const url = target.url("/gone").replace("127.0.0.1", "gone.test");
  const { id } = await createMonitor(vedette, { name: "gone", url });
  await pause(SETTLE_MS);
  names.gone.add("gone.test");
  const opened = await waitUntil(async () => receiver.received.length > 0, 60_000);
  const results = (await listResults(vedette, id)).filter(({ status }) => status === "down");
  const atOpening = results.slice(0, THRESHOLD).map(({ error }) => `${error?.code} (${error?.phase})`);
  const isNamed = results.every(({ error }) => /no such name/.test(error?.message ?? ""));
  const down = await read<{ id: string }[]>(vedette, "/api/v1/monitors?status=down&limit=200");
  await vedette.request("DELETE", `/api/v1/monitors/${id}`);
  names.gone.clear();
  await pause(SETTLE_MS);
  return [
    {
      what: "NXDOMAIN of one target is a failure of it that says that the name does not exist",
      goal: "DNS_FAILED (dns)",
      measured: `${[...new Set(atOpening)].join(", ")}; ${results[0]?.error?.message ?? ""}`,
      isMet: isNamed && atOpening.length > 0 && atOpening.every((each) => each === "DNS_FAILED (dns)"),
    },
    {
      what: "it opens one alert after its normal confirmation, and nothing else is down",
      goal: `1 message after ${THRESHOLD} failures; 1 down`,
      measured: `${opened ? 1 : 0} message after ${results.length} failures; ${down.length} down`,
      isMet: opened && results.length >= THRESHOLD && down.length === 1,
    },
  ];
}

/** No name can be resolved: a problem of this location, not of the targets. */
async function wholeResolver(run: Run, mode: "servfail" | "silent"): Promise<Verdict[]> {
  const { service, names, receiver, ids } = run;
  const { vedette, connection } = service;
  const monitors = new Map(ids.map((id) => [id, 1_000]));
  const before = await countSlots(connection, { monitors, fromMs: 0, toMs: 0 });
  const logged = countLogged(vedette, "runner.network_down");
  const messages = receiver.received.length;
  const fromMs = Date.now();
  names.mode = mode;
  const isReported = async () => (await vedette.request("GET", "/readyz")).text.includes("dns_silent");
  const problem = mode === "silent" ? await waitUntil(isReported, PROBLEM_MS_MAX) : null;
  await pause(Math.max(0, fromMs + DOWN_MS - Date.now()));
  const toMs = Date.now();
  names.mode = "answers";
  await pause(SETTLE_MS);
  const isBack = await waitUntil(async () => {
    const { result } = await countSlots(connection, {
      monitors,
      fromMs: Date.now() - 3_000,
      toMs: Date.now(),
    });
    return result >= MONITORS;
  }, RECOVERY_MS_MAX);
  const slots = await countSlots(connection, { monitors, fromMs, toMs });
  const failed = slots.failedChecks - before.failedChecks;
  const alerts = slots.alerts - before.alerts;
  const reports = countLogged(vedette, "runner.network_down") - logged;
  const reasons = Object.entries(slots.reasons).map(([reason, count]) => `${reason} ${count}`);
  const when = mode === "silent" ? "a silent resolver" : "SERVFAIL for every name";
  return [
    {
      what: `${when}: the canaries are silent too, so no target is down and no alert opens`,
      goal: "0 failed, 0 alerts",
      measured: `${failed} failed, ${alerts} alerts, ${receiver.received.length - messages} messages; missed: ${reasons.join(", ")}`,
      isMet: failed === 0 && alerts === 0 && receiver.received.length === messages,
    },
    {
      what: `${when}: the operator is notified once`,
      goal: problem === null ? "1 error in the log" : "1 error in the log, dns_silent in /readyz",
      measured: `${reports} logged${problem === null ? "" : `, dns_silent ${problem ? "reported" : "not reported"}`}`,
      isMet: reports === 1 && problem !== false,
    },
    {
      what: `${when}: afterwards checks go on by themselves, and no slot is doubled or lost`,
      goal: `≤ ${(SETTLE_MS + RECOVERY_MS_MAX) / 1_000} s, 0, 0`,
      measured: `${isBack ? "back" : "not back"}, ${slots.doubled}, ${slots.lost}`,
      isMet: isBack && slots.doubled === 0 && slots.lost === 0,
    },
  ];
}
