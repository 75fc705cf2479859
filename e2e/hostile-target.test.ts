import { writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { CheckResult } from "@vedette/contract/checks/check-results.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Expected } from "../packages/server/test/hostile/behavior.ts";
import { type HostileTarget, startHostileTarget } from "../packages/server/test/hostile/hostile-target.ts";
import { createLab } from "./harness/lab.ts";
import { changeMonitor, checkNow, createMonitors, type Fields, listResults } from "./harness/monitors.ts";
import { SHIPPED_COMMAND, type Vedette } from "./harness/vedette.ts";

/** Every misbehavior of a server against the real process: the outcome, memory and sockets. */

const lab = createLab(afterAll);
let target: HostileTarget;
let vedette: Vedette;
/** Monitor ids by case. */
const monitors = new Map<string, string>();
const manual = new Map<string, CheckResult>();

/** Of the cases that are expected to time out. */
const HANG_TIMEOUT_S = 2;
/** Of the others. They end at once, unless the machine is late. */
const TIMEOUT_S = 30;
/** Longer than the timeout of a hanging check, which ends before the next one starts. */
const INTERVAL_S = 4;
/** Rounds of checks between the two measurements of memory, and rounds in which a case has its expected outcome. */
const ROUNDS = 3;
/** Attempts of a manual check that timed out although the target responded. */
const ATTEMPTS_MAX = 3;
/**
 * Not a leak: the heaps of the threads grow until their first large collection. Measured: 40 MB in the first rounds,
 * then nothing in 56 further rounds.
 */
const RSS_GROWTH_BYTES_MAX = 80 * 2 ** 20;
const POLL = { timeout: 60_000, interval: 250 };
/** A poll reads the results of every case. */
const POLL_OF_ALL = { timeout: 90_000, interval: 2_000 };
const RSS_BYTES_MAX = 500 * 2 ** 20;

type Case = { name: string; behavior: string; expected: Expected; fields: Fields };

function listCases({ names, expected, expectedOfBody, url, tcp }: HostileTarget): Case[] {
  const plainCases = names().map((name): Case => {
    const fields = { url: url(name), ...(name === "head-with-body" ? { method: "HEAD" as const } : {}) };
    return { name, behavior: name, expected: expected[name] ?? { status: "up" }, fields };
  });
  const bodyCases = Object.entries(expectedOfBody).map(([name, wanted]): Case => {
    const assertions = [{ type: "body", operator: "not_contains", value: "never there" }] as const;
    const fields = { url: url(name), assertions: [...assertions] };
    return { name: `${name}, its body read`, behavior: name, expected: wanted, fields };
  });
  const tcpCases = (["hang-after-accept", "refused"] as const).map((name): Case => {
    const wanted: Expected = name === "refused" ? (expected[name] ?? { status: "down" }) : { status: "up" };
    return {
      name: `${name}, by tcp`,
      behavior: name,
      expected: wanted,
      fields: { type: "tcp", ...tcp(name) },
    };
  });
  return [...plainCases, ...bodyCases, ...tcpCases];
}

let cases: Case[] = [];

beforeAll(async () => {
  target = await startHostileTarget();
  cases = listCases(target);
  const dataDir = await lab.newDataDir();
  const ca = join(dirname(dataDir), "ca.pem");
  await writeFile(ca, target.ca);
  vedette = await lab.start({ dataDir, command: SHIPPED_COMMAND, env: { NODE_EXTRA_CA_CERTS: ca } });
  const common: Fields = { interval: INTERVAL_S, retries: 0, enabled: false };
  const created = await createMonitors(
    vedette,
    cases.map(({ name, expected, fields }) => {
      const timeout = expected.code === "TIMEOUT" ? HANG_TIMEOUT_S : TIMEOUT_S;
      return { ...common, timeout, ...fields, name };
    }),
  );
  for (const { id, name } of created) monitors.set(name, id);
  await Promise.all(cases.map(checkByHand));
});

async function checkByHand({ name, expected }: Case): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const [result] = (await checkNow(vedette, monitors.get(name) ?? "")).results;
    if (!result) return;
    manual.set(name, result);
    if (isExpected(result, expected) || !isLate(result)) return;
  }
}

afterAll(async () => {
  await target.close();
});

/** The fields of a result that the target defines. */
function pickExpected(result: CheckResult | undefined, expected: Expected): Expected | undefined {
  if (result === undefined) return undefined;
  const { status, status_code: statusCode, error } = result;
  return {
    status: status === "degraded" ? "up" : status,
    ...(expected.statusCode !== undefined && { statusCode: statusCode ?? 0 }),
    ...(error && { code: error.code }),
    ...(error && expected.phase && { phase: error.phase }),
    ...(error?.reason && { reason: error.reason }),
  };
}

function isExpected(result: CheckResult, expected: Expected): boolean {
  return isDeepStrictEqual(pickExpected(result, expected), expected);
}

/** A machine without time lets any check time out, in any phase. */
function isLate({ error }: CheckResult): boolean {
  return error?.code === "TIMEOUT";
}

function verdicts(results: ReadonlyMap<string, CheckResult>) {
  return Object.fromEntries(
    cases.map(({ name, expected }) => [name, pickExpected(results.get(name), expected)]),
  );
}

function expectations() {
  return Object.fromEntries(cases.map(({ name, expected }) => [name, expected]));
}

describe("a hostile target", () => {
  test("has the expected outcome for each behavior in a manual check", () => {
    expect(verdicts(manual)).toEqual(expectations());
  });

  test("has phases that add up to the response time, and that do not exceed the timeout", () => {
    const measured = [...manual.values()].filter((result) => result.response_time_ms !== null);
    const off = measured.filter(({ timings, response_time_ms: total }) => {
      const sum = Object.values(timings).reduce<number>((all, ms) => all + (ms ?? 0), 0);
      return (
        Math.abs(sum - (total ?? 0)) > 0.01 || Object.values(timings).some((ms) => ms !== null && ms < 0)
      );
    });
    expect(off).toEqual([]);
    expect(measured.length).toBeGreaterThan(cases.length / 2);
    const hung = [...manual].filter(([, { error }]) => error?.code === "TIMEOUT");
    expect(hung.length).toBeGreaterThanOrEqual(5);
  });

  test("shows its certificate even if that is rejected", () => {
    const expired = manual.get("tls-expired");
    expect(expired?.tls).toMatchObject({
      expires_at: expect.any(String),
      protocol: expect.stringMatching(/^TLS/),
    });
    expect(Date.parse(expired?.tls?.expires_at ?? "")).toBeLessThan(Date.now());
  });

  test("has the expected outcomes in scheduled checks, and the memory of the process does not grow", async () => {
    const pid = vedette.pid;
    const pace = monitors.get("hang-in-body") ?? "";
    const roundsDone = async () => (await listResults(vedette, pace)).length - 1;
    await toggleAll(true);
    await expect.poll(roundsDone, POLL).toBeGreaterThanOrEqual(1);
    const rssBefore = await vedette.rssBytes();
    await expect.poll(roundsDone, POLL).toBeGreaterThanOrEqual(1 + ROUNDS);
    const rssAfter = await vedette.rssBytes();
    await expect.poll(listUnproven, POLL_OF_ALL).toEqual([]);
    await toggleAll(false);

    const others = (await listScheduled()).flatMap(({ name, expected, results }) =>
      results
        .filter((result) => !isExpected(result, expected) && !isLate(result))
        .map((result) => [name, pickExpected(result, expected)]),
    );
    expect(others).toEqual([]);
    expect(rssAfter).toBeLessThan(RSS_BYTES_MAX);
    expect(rssAfter - rssBefore).toBeLessThan(RSS_GROWTH_BYTES_MAX);
    expect((await vedette.request("GET", "/readyz")).status).toBe(200);
    expect(vedette.pid).toBe(pid);
    expect(vedette.stderrLines().filter((line) => /"level":"error"|thread_died/.test(line))).toEqual([]);
  });

  test("holds no socket of the process open", async () => {
    await expect.poll(() => vedette.listRemotePorts(), { timeout: 30_000 }).toEqual([]);
  });
});

async function toggleAll(enabled: boolean): Promise<void> {
  await Promise.all([...monitors.values()].map((id) => changeMonitor(vedette, id, { enabled })));
}

async function listScheduled(): Promise<(Case & { results: CheckResult[] })[]> {
  return Promise.all(
    cases.map(async (one) => {
      const results = await listResults(vedette, monitors.get(one.name) ?? "");
      return { ...one, results: results.filter(({ trigger }) => trigger === "schedule") };
    }),
  );
}

/** The cases that did not have their expected outcome in enough rounds yet, with their outcomes. */
async function listUnproven(): Promise<unknown[]> {
  return (await listScheduled())
    .filter(
      ({ expected, results }) => results.filter((result) => isExpected(result, expected)).length < ROUNDS,
    )
    .map(({ name, expected, results }) => [name, results.map((result) => pickExpected(result, expected))]);
}
