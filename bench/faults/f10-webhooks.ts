import { setTimeout as pause } from "node:timers/promises";
import { createOtherOrganizationKey } from "../../e2e/harness/database.ts";
import { startTarget, type Target } from "../../e2e/harness/target.ts";
import type { Vedette } from "../../e2e/harness/vedette.ts";
import { type Receiver, startReceiver } from "../../packages/server/test/servers/receiver.ts";
import type { Verdict } from "../harness/report.ts";
import { waitUntil } from "../scale/fault-run.ts";
import type { Fault } from "./fault.ts";
import { create, read, withService } from "./processes/service.ts";
import {
  type HostileReceiver,
  RETRY_AFTER_SECONDS,
  startHostileReceiver,
} from "./targets/hostile-receiver.ts";
import { runTestClauses } from "./vitest/test-clauses.ts";

/** More than a process delivers at once. */
const HANGING = 40;
const OTHERS = ["drip", "500", "429", "410", "302", "huge"];
const CHANNELS = 20;
const DEADLINE_MS = 10_000;
const SLACK_MS = 1_000;
const SLOWER_MS_MAX = 2_000;
const WAIT_MS = 60_000;
const PER_ORGANIZATION = 24;

export const fault: Fault = {
  name: "f10",
  what: "receivers of webhooks that hang, trickle, refuse, redirect, flood or have bad TLS",
  async run(folder) {
    const [hostile, receiver] = [await startHostileReceiver(), await startReceiver()];
    const [bad, good] = [await startTarget(), await startTarget()];
    try {
      const verdicts = await withService({}, async ({ vedette, dataDir }) => {
        const key = await createOtherOrganizationKey(dataDir);
        const other: Requests = {
          request: (method, path, body) => vedette.requestWith({ method, path, key, body }),
        };
        await prepareHostile(vedette, { hostile, bad });
        await prepareGood(other, { receiver, good });
        await pause(5_000);
        const before = await flip(good, receiver);
        bad.answerWith(500);
        await waitUntil(async () => hostile.callsTo("/hang").length > 0, WAIT_MS);
        const during = await flip(good, receiver);
        await waitUntil(async () => hostile.callsTo("/429").length > 1, WAIT_MS);
        return [slowdown(before, during), ...(await judge(vedette, hostile))];
      });
      return [...verdicts, ...(await runTestClauses(folder, CLAUSES))];
    } finally {
      await Promise.all([hostile.close(), receiver.close(), bad.close(), good.close()]);
    }
  },
};

type Requests = Pick<Vedette, "request">;

const DELIVERY = "packages/server/src/pipeline/alerting/delivery/deliver";
const CLAUSES = {
  files: [
    ...[`${DELIVERY}.test.ts`, `${DELIVERY}-backoff.test.ts`, `${DELIVERY}-failures.test.ts`],
    "packages/server/src/platform/net/send-request.test.ts",
  ],
  clauses: [
    {
      what: "failures are retried with growing intervals and jitter (here 5 s to 38 min, 8 times in an hour)",
      goal: "one id, ±25 %",
      tests: [
        "is retried with the same id and growing intervals until the receiver accepts it",
        "have growing intervals that fill the retry time, for every random value",
      ],
    },
    {
      what: "after 8 failures (the design had 20) the message is given up, and the owners get an email",
      goal: "8; at most one note an hour",
      tests: ["is given up after eight attempts", "with at most one note to the owners per hour"],
    },
    {
      what: "of an endless reply a bounded part is read (here 64 KiB, because created records have ids)",
      goal: "≤ 64 KiB",
      tests: ["of an endless response", "although the rest of the response never arrives"],
    },
  ],
};

async function watch(
  requests: Requests,
  { name, url, monitorId }: { name: string; url: string; monitorId: string },
): Promise<void> {
  const { id } = await create(requests, "alerts/channels", { name, type: "webhook", config: { url } });
  await create(requests, "alerts/rules", {
    ...{ name, type: "consecutive_failures", params: { threshold: 1 } },
    ...{ monitor_id: monitorId, channel_id: id },
  });
}

const monitorOf = (url: string) => ({
  ...{ name: "Shop", type: "url", url, interval: 1, timeout: 5, retries: 0 },
});

async function prepareHostile(
  vedette: Vedette,
  { hostile, bad }: { hostile: HostileReceiver; bad: Target },
): Promise<void> {
  const { id: monitorId } = await create(vedette, "monitors", monitorOf(bad.url()));
  for (let index = 0; index < HANGING; index++)
    await watch(vedette, { name: `hang ${index}`, url: `${hostile.url}/hang/${index}`, monitorId });
  for (const name of OTHERS) await watch(vedette, { name, url: `${hostile.url}/${name}`, monitorId });
  await watch(vedette, { name: "tls", url: `${hostile.tlsUrl}/tls`, monitorId });
}

async function prepareGood(
  other: Requests,
  { receiver, good }: { receiver: Receiver; good: Target },
): Promise<void> {
  const { id: monitorId } = await create(other, "monitors", monitorOf(good.url()));
  for (let index = 0; index < CHANNELS; index++)
    await watch(other, { name: `good ${index}`, url: `${receiver.url}/${index}`, monitorId });
}

/** The target fails and recovers. Returns how long each notification of the failure took, in milliseconds. */
async function flip(good: Target, receiver: Receiver): Promise<number[]> {
  const from = receiver.received.length;
  const delays: number[] = [];
  const startMs = performance.now();
  good.answerWith(500);
  await waitUntil(async () => {
    while (from + delays.length < receiver.received.length) delays.push(performance.now() - startMs);
    return delays.length >= CHANNELS;
  }, WAIT_MS);
  good.answerWith(200);
  await waitUntil(async () => receiver.received.length >= from + 2 * CHANNELS, WAIT_MS);
  return delays;
}

function slowdown(before: readonly number[], during: readonly number[]): Verdict {
  const [alone, together] = [Math.max(...before), Math.max(...during)];
  const seconds = (ms: number) => (ms / 1_000).toFixed(1);
  return {
    what: `an organization with ${HANGING} hanging channels does not slow down another one (slowest of ${CHANNELS})`,
    goal: `< ${SLOWER_MS_MAX / 1_000} s slower`,
    measured: `${seconds(together)} s, alone ${seconds(alone)} s; ${during.length} of ${CHANNELS} arrived`,
    isMet: during.length === CHANNELS && together - alone < SLOWER_MS_MAX,
  };
}

async function judge(vedette: Vedette, hostile: HostileReceiver): Promise<Verdict[]> {
  const hanging = [...hostile.callsTo("/hang"), ...hostile.callsTo("/drip")];
  const ended = hanging.flatMap(({ atMs, endedMs }) => (endedMs === null ? [] : [endedMs - atMs]));
  const longest = Math.max(...ended);
  const atOnce = Math.max(
    ...hanging.map(
      ({ atMs }) =>
        hanging.filter((each) => each.atMs <= atMs && (each.endedMs ?? Number.POSITIVE_INFINITY) > atMs)
          .length,
    ),
  );
  const asked = hostile.callsTo("/429");
  const waitedSeconds = ((asked[1]?.atMs ?? 0) - (asked[0]?.atMs ?? 0)) / 1_000;
  const channels = await read<{ name: string; disabled_at: string | null }[]>(
    vedette,
    "/api/v1/alerts/channels?limit=200",
  );
  const disabled = channels.filter((channel) => channel.disabled_at !== null).map(({ name }) => name);
  const alerts = await read<{ deliveries: { error: string | null }[] }[]>(
    vedette,
    "/api/v1/alerts?limit=200",
  );
  const errors = alerts.flatMap(({ deliveries }) => deliveries.map(({ error }) => error ?? ""));
  const tls = errors.find((error) => /certificate|TLS/i.test(error));
  const huge = hostile.callsTo("/huge");
  return [
    {
      what: "a receiver that hangs or sends 1 byte a second is cut at 10 s (the specification; the design had 15 s)",
      goal: `≤ ${(DEADLINE_MS + SLACK_MS) / 1_000} s`,
      measured: `${(longest / 1_000).toFixed(1)} s at most, of ${ended.length}`,
      isMet: ended.length > HANGING && longest <= DEADLINE_MS + SLACK_MS,
    },
    {
      what: "requests in flight: one for each channel, and a limit for each organization (the design had 2 for a host)",
      goal: `≤ ${PER_ORGANIZATION}`,
      measured: String(atOnce),
      isMet: atOnce <= PER_ORGANIZATION,
    },
    {
      what: "Retry-After of a 429 is honored",
      goal: `≥ ${RETRY_AFTER_SECONDS} s`,
      measured: `${waitedSeconds.toFixed(1)} s`,
      isMet: waitedSeconds >= RETRY_AFTER_SECONDS,
    },
    {
      what: "410 disables the channel, and only that one",
      goal: "410, 1 request",
      measured: `${disabled.join(", ")}, ${hostile.callsTo("/410").length} request`,
      isMet: disabled.join() === "410" && hostile.callsTo("/410").length === 1,
    },
    {
      what: "302 is not followed",
      goal: "0 requests",
      measured: `${hostile.callsTo("/followed").length} requests`,
      isMet: hostile.callsTo("/302").length > 0 && hostile.callsTo("/followed").length === 0,
    },
    {
      what: "a certificate that no one trusts gets no message, and the delivery says so",
      goal: "0 requests",
      measured: `${hostile.callsTo("/tls").length} requests; ${tls ?? "no error"}`,
      isMet: hostile.callsTo("/tls").length === 0 && tls !== undefined,
    },
    {
      what: "an endless reply with status 200 is a delivery",
      goal: "1 request",
      measured: `${huge.length} request`,
      isMet: huge.length === 1 && huge[0]?.endedMs !== null,
    },
  ];
}
