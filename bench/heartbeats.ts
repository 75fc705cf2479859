import { rmSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { type Measurement, measure, startFleet } from "./checks/fleet.ts";
import { makeBenchFolder } from "./harness/folder.ts";
import { startTarget } from "./harness/nginx.ts";
import { machineFacts, table, type Verdict, verdictTable, writeSection } from "./harness/report.ts";
import { type DatabaseAway, measureDatabaseAway } from "./heartbeats/database-away.ts";
import { countEvaluated, makeHeartbeats } from "./heartbeats/make-heartbeats.ts";
import { countOf, latencyAt, type PingTally, sendPings } from "./heartbeats/ping-clients.ts";

/*
 * 2,000 pings a second beside 500 checks a second: how many are answered after the commit, and whether they make checks
 * late; then a PostgreSQL that does not answer. Needs Debian's nginx. `--quick` is shorter and leaves the outage out.
 */

const isQuick = process.argv.includes("--quick");
const SECONDS = isQuick ? 8 : 20;
const CHECKS = 500;
const PINGS = 2_000;
/** A heartbeat may be pinged 60 times a minute: each of these is pinged 30 times. */
const HEARTBEATS = 4_000;
/** Jobs do not share connections: a ping does not wait for the answer to another. */
const CONNECTIONS = 1_000;
/** Until the compiler has come to rest. */
const SETTLE_MS = isQuick ? 5_000 : 15_000;
/** Pings that are not measured, before and after. */
const WARM_UP_S = 3;
/** Until all pings are evaluated. */
const EVALUATED_WITHIN_MS = 60_000;

type Findings = {
  alone: Measurement;
  beside: Measurement;
  pings: PingTally;
  evaluated: { sent: number; counted: number };
  away: DatabaseAway | null;
};

const directory = makeBenchFolder();
const target = await startTarget(directory);
try {
  const findings = await measureAll();
  const text = report(findings);
  process.stdout.write(`${text}\n`);
  if (!isQuick) writeSection("heartbeats", text);
} finally {
  await target.stop();
  rmSync(directory, { recursive: true, force: true });
}

async function measureAll(): Promise<Findings> {
  const fleet = await startFleet(target, { scheme: "http", count: CHECKS, intervalSeconds: 1 });
  try {
    const { vedette } = fleet;
    const uuids = await makeHeartbeats(vedette, HEARTBEATS);
    await pause(SETTLE_MS);
    const alone = await measure(fleet, target, SECONDS);
    const senders = sendPings({
      ...{ url: vedette.url, uuids, connections: CONNECTIONS },
      ...{ seconds: SECONDS + 2 * WARM_UP_S, ratePerSecond: PINGS },
    });
    await pause(WARM_UP_S * 1_000);
    const beside = await measure(fleet, target, SECONDS);
    const pings = await senders;
    const away = isQuick ? null : await measureDatabaseAway(vedette, uuids);
    const answered = [pings, ...(away ? [away.tally] : [])];
    const sent = answered.reduce((sum, tally) => sum + countOf(tally, 200) + countOf(tally, 202), 0);
    return { alone, beside, pings, away, evaluated: { sent, counted: await settled(sent) } };
  } finally {
    await fleet.end();
  }

  async function settled(sent: number): Promise<number> {
    const endMs = performance.now() + EVALUATED_WITHIN_MS;
    for (;;) {
      const counted = await countEvaluated(fleet.vedette);
      if (counted >= sent || performance.now() > endMs) return counted;
      await pause(1_000);
    }
  }
}

function report(findings: Findings): string {
  const { alone, beside, pings, evaluated, away } = findings;
  const row = (name: string, { perSecond, nodeMs, postgresMs, lateness }: Measurement) => [
    name,
    perSecond.toFixed(0),
    ((nodeMs * perSecond) / 10).toFixed(0),
    ((postgresMs * perSecond) / 10).toFixed(0),
    lateness.p50Ms.toFixed(0),
    lateness.p99Ms.toFixed(0),
  ];
  const header = [
    "Load",
    "checks/s",
    "Node % of a core",
    "PostgreSQL % of a core",
    "late p50 ms",
    "late p99 ms",
  ];
  const statuses = [...new Set(pings.answers.map(({ status }) => status))].toSorted((a, b) => a - b);
  return `## \`heartbeats\`: pings beside checks, and without PostgreSQL

${machineFacts()}.

${table(header, [row("checks alone", alone), row(`with ${PINGS.toLocaleString("en")} pings/s`, beside)])}

${pings.answers.length.toLocaleString("en")} pings of ${HEARTBEATS.toLocaleString("en")} heartbeats over ${CONNECTIONS} connections: ${statuses
    .map((status) => `${countOf(pings, status).toLocaleString("en")} answered ${status}`)
    .join(
      ", ",
    )}; p50 ${latencyAt(pings, 0.5).toFixed(0)} ms, p99 ${latencyAt(pings, 0.99).toFixed(0)} ms. The senders took ${senderShare(pings).toFixed(0)} % of a core
on the same machine. While checks were measured, ${answeredPerSecond(findings).toFixed(0)} were answered a second. A ping cost ${pingCostMs(findings).toFixed(3)} ms of CPU, of Node and
PostgreSQL together: ${(pingCostMs(findings) / (alone.nodeMs + alone.postgresMs)).toFixed(2)} × that of a check.
Of ${evaluated.sent.toLocaleString("en")} pings answered 200 or 202, ${evaluated.counted.toLocaleString("en")} were counted by their heartbeats afterwards.

${away === null ? "" : `${awayText(away)}\n\n`}${verdictTable(verdicts(findings))}`;
}

function senderShare({ cpuMs, answers }: PingTally): number {
  return (cpuMs / ((answers.length / PINGS) * 1_000)) * 100;
}

/** The pings that were answered while checks were measured beside them, a second. */
function answeredPerSecond({ pings }: Findings): number {
  const fromMs = WARM_UP_S * 1_000;
  const answered = pings.answers.filter(({ dueMs, latencyMs }) => {
    return dueMs + latencyMs >= fromMs && dueMs + latencyMs < fromMs + SECONDS * 1_000;
  });
  return answered.length / SECONDS;
}

function cpuMsPerSecond({ nodeMs, postgresMs, perSecond }: Measurement): number {
  return (nodeMs + postgresMs) * perSecond;
}

function pingCostMs(findings: Findings): number {
  const { alone, beside } = findings;
  return (cpuMsPerSecond(beside) - cpuMsPerSecond(alone)) / answeredPerSecond(findings);
}

function awayText({ tally, ...seconds }: DatabaseAway): string {
  return `PostgreSQL stopped by SIGSTOP for 75 s, with 20 pings/s: ${countOf(tally, 200)} answered 200, ${countOf(tally, 202)} answered 202
(from ${seconds.firstAccepted.toFixed(1)} s to ${seconds.lastAccepted.toFixed(1)} s after the stop), ${countOf(tally, 503)} answered 503 (from ${seconds.firstUnavailable.toFixed(1)} s on),
${countOf(tally, 0)} without an answer; the first 200 came ${seconds.firstStored.toFixed(1)} s after PostgreSQL went on.`;
}

function verdicts({ alone, beside, pings, evaluated, away }: Findings): Verdict[] {
  const stored = countOf(pings, 200) / pings.answers.length;
  const lateness = beside.lateness.p99Ms - alone.lateness.p99Ms;
  const found: Verdict[] = [
    {
      what: `Pings answered after the commit, of ${PINGS.toLocaleString("en")}/s`,
      goal: "≥ 99.9 %",
      measured: `${(stored * 100).toFixed(2)} %`,
      isMet: stored >= 0.999,
    },
    {
      what: `Checks/s beside them`,
      goal: `${CHECKS}`,
      measured: beside.perSecond.toFixed(0),
      isMet: beside.perSecond >= CHECKS * 0.985,
    },
    {
      what: "Lateness p99 of checks that pings add",
      goal: "≤ 50 ms",
      measured: `${lateness.toFixed(0)} ms`,
      isMet: lateness <= 50,
    },
    {
      what: "Answered pings that are lost",
      goal: "0",
      measured: `${Math.max(0, evaluated.sent - evaluated.counted)}`,
      isMet: evaluated.counted >= evaluated.sent,
    },
  ];
  if (away === null) return found;
  return [
    ...found,
    {
      what: "PostgreSQL away: pings are answered 202 until",
      goal: "60 s",
      measured: `${away.lastAccepted.toFixed(1)} s`,
      isMet: away.lastAccepted > 55 && away.lastAccepted <= 63,
    },
    {
      what: "PostgreSQL away: then 503, and every ping has an answer",
      goal: "0 without",
      measured: `${countOf(away.tally, 0)} without`,
      isMet: countOf(away.tally, 0) === 0 && Number.isFinite(away.firstUnavailable),
    },
  ];
}
