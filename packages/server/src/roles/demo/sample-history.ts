import type { CheckError } from "@vedette/contract/checks/check-errors.ts";
import type { CheckOutcome, CheckStatus } from "@vedette/contract/checks/check-run.ts";
import { DAY_MS } from "../../pipeline/results/rollups/rollup.ts";
import type { SampleTime } from "./episodes.ts";
import { BACKUP_HOUR, WORKER_PERIOD_SECONDS } from "./sample-document.ts";
import { samplePage } from "./sample-page.ts";
import { sampleResponse } from "./sample-response.ts";
import { SAMPLE_SERVICES, type SampleService } from "./sample-services.ts";
import { noise } from "./seeded-noise.ts";

/** The outcomes of checks that were never made: what they would have found on the sample shop. Pure. */

/** The slot of a check, and what it found. */
export type SampleOutcome = { slotMs: number; outcome: CheckOutcome };

export type SampleRange = { fromMs: number; toMs: number };

const HOUR_MS = 3_600_000;
/** Generated results are fewer than those of live checks, which keeps the first start short. */
export const STEP_MS = 900_000;
/**
 * The last day has more: charts of 24 hours have a point every five minutes, and those of one hour every minute. In order,
 * each until so long before the start of the demo.
 */
const STEPS = [
  { untilMs: 25 * HOUR_MS, everyMs: STEP_MS },
  { untilMs: 1.5 * HOUR_MS, everyMs: 300_000 },
  { untilMs: 0, everyMs: 60_000 },
];
const TIMEOUT_SECONDS = 5;
const CONNECT_US = 240;

const NOTHING_FOUND = {
  ...{
    responseUs: null,
    statusCode: null,
    ip: null,
    tls: null,
    bodyBytes: null,
    attempts: 1,
    assertions: [],
  },
  timings: { dnsUs: null, connectUs: null, tlsUs: null, ttfbUs: null, downloadUs: null },
};

/** The checks of a service in a range of time, in order. `phaseMs` is where its slots are on the grid. */
export function serviceHistory(
  service: SampleService,
  { fromMs, toMs, phaseMs }: SampleRange & { phaseMs: number },
  time: SampleTime,
): SampleOutcome[] {
  const slots = checkSlotsOf({ fromMs, toMs, phaseMs }, time);
  return slots.map((slotMs) => ({ slotMs, outcome: serviceOutcome(service, slotMs, time) }));
}

function serviceOutcome(service: SampleService, atMs: number, time: SampleTime): CheckOutcome {
  const { statusCode, responseMs } = sampleResponse(service, atMs, time);
  if (statusCode === null) {
    const error = errorOf("TIMEOUT", `no response within ${TIMEOUT_SECONDS} s`, "headers");
    return { ...NOTHING_FOUND, status: "down", checkedAtMs: atMs, ip: LOOPBACK, attempts: 2, error };
  }
  const totalUs = Math.round(responseMs * 1_000);
  const ttfbUs = Math.round(totalUs * 0.86);
  const isDown = statusCode >= 400;
  const error = isDown
    ? errorOf("ASSERTION_FAILED", `expected a status from 200 to 399, got ${statusCode}`, "assertion")
    : null;
  return {
    status: isDown ? "down" : responseMs > service.degradedAfterMs ? "degraded" : "up",
    checkedAtMs: atMs,
    responseUs: totalUs,
    timings: {
      ...{ dnsUs: null, connectUs: CONNECT_US, tlsUs: null, ttfbUs },
      downloadUs: Math.max(0, totalUs - ttfbUs - CONNECT_US),
    },
    ...{ statusCode, ip: LOOPBACK, tls: null, bodyBytes: isDown ? 0 : (BODY_BYTES.get(service) ?? 0) },
    ...{ attempts: isDown ? 2 : 1, assertions: [], error },
  };
}

const LOOPBACK = "127.0.0.1";
const BODY_BYTES = new Map(
  SAMPLE_SERVICES.map((service) => [service, Buffer.byteLength(samplePage(service).body)]),
);

/** The checks of the composite monitor: down if at least half of its members are, degraded if fewer are. */
export function compositeHistory(
  { fromMs, toMs, phaseMs }: SampleRange & { phaseMs: number },
  time: SampleTime,
): SampleOutcome[] {
  const members = SAMPLE_SERVICES.filter(({ group }) => group === "storefront");
  return checkSlotsOf({ fromMs, toMs, phaseMs }, time).map((slotMs) => {
    const statuses = members.map((member) => ({
      member,
      status: serviceOutcome(member, slotMs, time).status,
    }));
    const down = statuses.filter(({ status }) => status === "down");
    const status = quorum(statuses);
    const names = down.map(({ member }) => member.name).join(", ");
    const error = status === "down" ? errorOf("MEMBERS_DOWN", `${names} are down`, "assertion") : null;
    return { slotMs, outcome: { ...NOTHING_FOUND, status, checkedAtMs: slotMs, error } };
  });
}

function quorum(statuses: readonly { status: CheckStatus }[]): CheckStatus {
  const down = statuses.filter(({ status }) => status === "down").length;
  if (down * 2 >= statuses.length) return "down";
  return statuses.some(({ status }) => status !== "up") ? "degraded" : "up";
}

/** The pings of the mail worker. Every second week it stands still for a while. */
export function workerHistory({ fromMs, toMs }: SampleRange, { seed }: SampleTime): SampleOutcome[] {
  const everyMs = WORKER_PERIOD_SECONDS * 1_000;
  return slotsOf({ fromMs, toMs, phaseMs: 0, everyMs }).map((slotMs) => {
    const day = Math.floor(slotMs / DAY_MS);
    const minute = (slotMs % DAY_MS) / 60_000;
    const standsStill = day % 14 === 5 && minute >= 640 && minute < 690;
    return pinged(slotMs, {
      isMissed: standsStill,
      durationMs: 900 + noise(`${seed}:worker:${slotMs}`) * 600,
    });
  });
}

/** The pings of the nightly backup. It failed to run once. */
export function backupHistory({ fromMs, toMs }: SampleRange, { seed, startMs }: SampleTime): SampleOutcome[] {
  const startDay = Math.floor(startMs / DAY_MS);
  return slotsOf({ fromMs, toMs, phaseMs: BACKUP_HOUR * HOUR_MS, everyMs: DAY_MS }).map((slotMs) => {
    const age = startDay - Math.floor(slotMs / DAY_MS);
    const isMissed = age === 9;
    return pinged(slotMs, { isMissed, durationMs: 600_000 + noise(`${seed}:backup:${slotMs}`) * 200_000 });
  });
}

function pinged(
  slotMs: number,
  { isMissed, durationMs }: { isMissed: boolean; durationMs: number },
): SampleOutcome {
  const message = `The ping expected at ${new Date(slotMs).toISOString()} did not arrive in time.`;
  const found: Pick<CheckOutcome, "status" | "responseUs" | "error"> = isMissed
    ? { status: "down", responseUs: null, error: errorOf("HEARTBEAT_MISSED", message, "request") }
    : { status: "up", responseUs: Math.round(durationMs * 1_000), error: null };
  return { slotMs, outcome: { ...NOTHING_FOUND, ...found, checkedAtMs: slotMs } };
}

function errorOf(code: CheckError["code"], message: string, phase: CheckError["phase"]): CheckError {
  return { code, message, phase };
}

function checkSlotsOf(
  { fromMs, toMs, phaseMs }: SampleRange & { phaseMs: number },
  { startMs }: SampleTime,
): number[] {
  let nextMs = fromMs;
  return STEPS.flatMap(({ untilMs, everyMs }) => {
    const endMs = Math.max(nextMs, Math.min(toMs, startMs - untilMs));
    const slots = slotsOf({ fromMs: nextMs, toMs: endMs, phaseMs, everyMs });
    nextMs = endMs;
    return slots;
  });
}

function slotsOf({
  fromMs,
  toMs,
  phaseMs,
  everyMs,
}: SampleRange & { phaseMs: number; everyMs: number }): number[] {
  const firstMs = Math.ceil((fromMs - phaseMs) / everyMs) * everyMs + phaseMs;
  return Array.from(
    { length: Math.max(0, Math.ceil((toMs - firstMs) / everyMs)) },
    (_, nr) => firstMs + nr * everyMs,
  );
}
