import { rmSync } from "node:fs";
import process from "node:process";
import { parseArgs } from "node:util";
import type { Assertion } from "../packages/contract/src/assertions/assertions.ts";
import type { HttpCheckSpec } from "../packages/contract/src/checks/check-run.ts";
import type { ApiRunSpec, ApiStepSpec } from "../packages/contract/src/runs/run-job.ts";
import { runCheck } from "../packages/server/src/engine/checks/registry.ts";
import { runAttempt } from "../packages/server/src/engine/checks/run-registry.ts";
import { systemClock } from "../packages/server/src/platform/kernel/clock.ts";
import { createEgress } from "../packages/server/src/platform/net/egress.ts";
import { createEgressPolicy } from "../packages/server/src/platform/net/egress-policy.ts";
import { makeBenchFolder } from "./harness/folder.ts";
import { startTarget } from "./harness/nginx.ts";
import { machineFacts, table, type Verdict, verdictTable, writeSection } from "./harness/report.ts";

/*
 * The CPU time that the engine needs for a run of an API monitor with three steps (sign in, read with the token of the
 * sign-in, delete), compared with single checks that send the same requests with the same assertions. They alternate in
 * one process, with nginx on loopback, and nothing is stored. Needs Debian's nginx. `--rounds N` makes a shorter run,
 * which is not written to bench/README.md.
 */

const FULL_ROUNDS = 15;
const SECONDS = 2;
const WARM_UP_SECONDS = 4;
/** Concurrent checks or runs: enough to keep a core busy, as in a runner under load. */
const CONCURRENCY = 16;
const GOAL_RATIO = 1.3;
/** The default timeouts of a check or step, and of a run. */
const TIMEOUT_MS = 30_000;
const RUN_TIMEOUT_MS = 60_000;
const STEPS = 3;
const PASSWORD = "a-secret-of-some-length";

type Figures = { perSecond: number; cpuMs: number };
type Round = { check: Figures; plain: Figures; run: Figures };

const { values } = parseArgs({ options: { rounds: { type: "string" } } });
const rounds = Number(values.rounds ?? FULL_ROUNDS);

const policy = createEgressPolicy({ mode: "self-hosted", allow: [], deny: [], ownPorts: () => [] });
// One signal for all runs, as in a runner.
const ctx = { clock: systemClock, egress: createEgress({ policy }), signal: new AbortController().signal };

const directory = makeBenchFolder();
const target = await startTarget(directory);
try {
  const url = `${target.httpUrl}/json`;
  const work = { check: checkWork(url, assertions()), plain: checkWork(url, []), run: runWork(url) };
  for (const one of Object.values(work)) await measure(one, WARM_UP_SECONDS);
  const measured: Round[] = [];
  for (let round = 0; round < rounds; round += 1) measured.push(await measureRound(work, round));
  const markdown = report(measured);
  process.stdout.write(`${markdown}\n`);
  if (rounds >= FULL_ROUNDS) writeSection("runs", markdown);
} finally {
  await target.stop();
  rmSync(directory, { recursive: true, force: true });
}

type Work = () => Promise<void>;

/** Rotates the order, so that other load of the machine affects all kinds equally. */
async function measureRound(work: Record<keyof Round, Work>, round: number): Promise<Round> {
  const kinds = ["check", "plain", "run"] as const;
  const figures = new Map<keyof Round, Figures>();
  for (let turn = 0; turn < kinds.length; turn += 1) {
    const kind = kinds[(round + turn) % kinds.length] ?? "run";
    figures.set(kind, await measure(work[kind], SECONDS));
  }
  const get = (kind: keyof Round) => figures.get(kind) ?? { perSecond: 0, cpuMs: 0 };
  return { check: get("check"), plain: get("plain"), run: get("run") };
}

async function measure(work: Work, seconds: number): Promise<Figures> {
  const startMs = performance.now();
  const before = process.cpuUsage();
  let done = 0;
  const worker = async () => {
    while (performance.now() - startMs < seconds * 1_000) {
      await work();
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  const { user, system } = process.cpuUsage(before);
  return {
    perSecond: done / ((performance.now() - startMs) / 1_000),
    cpuMs: (user + system) / 1_000 / done,
  };
}

function assertions(): Assertion[] {
  return [
    { type: "status_code", property: null, operator: "equals", value: 200 },
    { type: "json_path", property: "$.id", operator: "equals", value: 42 },
  ];
}

/** The three requests of a run, each as a separate check. */
function checkWork(url: string, assertions: readonly Assertion[]): Work {
  const headers = { Authorization: "Bearer t-0123456789" };
  const common = { kind: "url", followRedirects: true, verifyTls: true, timeoutMs: TIMEOUT_MS } as const;
  const more = { ...common, retries: 0, degradedAfterMs: null, assertions };
  const specs: HttpCheckSpec[] = [
    {
      ...more,
      url,
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ user: "ada", password: PASSWORD }),
    },
    { ...more, url: `${url}/things`, method: "GET", headers, body: null },
    { ...more, url: `${url}/things`, method: "DELETE", headers, body: null },
  ];
  return async () => {
    for (const spec of specs) {
      const { error } = await runCheck(spec, ctx);
      if (error) throw new Error(error.message);
    }
  };
}

function runWork(url: string): Work {
  const auth = { type: "bearer", token: "{{token}}" } as const;
  const spec: ApiRunSpec = {
    kind: "api_monitor",
    timeoutMs: RUN_TIMEOUT_MS,
    values: { PASSWORD },
    secretNames: ["PASSWORD"],
    steps: [
      step(url, {
        name: "sign in",
        method: "POST",
        body: { user: "ada", password: "{{PASSWORD}}" },
        extract: [{ name: "token", source: "json_path", expression: "$.token" }],
      }),
      step(`${url}/things`, { name: "read", auth }),
      step(`${url}/things`, { name: "remove", method: "DELETE", auth }),
    ],
  };
  return async () => {
    const { error } = await runAttempt(spec, ctx);
    if (error) throw new Error(error.message);
  };
}

function step(url: string, changes: Partial<ApiStepSpec>): ApiStepSpec {
  return {
    name: "",
    method: "GET",
    url,
    headers: {},
    query: {},
    body: null,
    auth: null,
    timeoutMs: TIMEOUT_MS,
    followRedirects: true,
    verifyTls: true,
    assertions: assertions(),
    extract: [],
    continueOnFailure: false,
    alwaysRun: false,
    ...changes,
  };
}

function report(measured: readonly Round[]): string {
  const row = (what: string, kind: keyof Round) => [
    what,
    median(measured.map((round) => round[kind].perSecond)).toFixed(0),
    (median(measured.map((round) => round[kind].cpuMs)) / STEPS).toFixed(3),
    ratioOf(measured, kind).toFixed(2),
  ];
  const ratio = ratioOf(measured, "run");
  const verdict: Verdict = {
    what: "CPU of a step / a check with the same assertions",
    goal: `≤ ${GOAL_RATIO} ×`,
    measured: `${ratio.toFixed(2)} ×`,
    isMet: ratio <= GOAL_RATIO,
  };
  return [
    "## `runs`: API monitors with three steps, engine only",
    machineFacts(),
    `One thread, ${CONCURRENCY} concurrent, nginx on loopback; ${rounds} alternating rounds of ${SECONDS} s each; figures are medians of the rounds. A step asserts a status and a JSON value and keeps its request and response, masked. The checks send the same three requests with the same assertions and keep neither.`,
    table(
      ["Work", "per second", "CPU ms per request", "ratio to the checks"],
      [
        row("Run of three steps", "run"),
        row("Three checks, two assertions each", "check"),
        row("Three checks of the status only", "plain"),
      ],
    ),
    verdictTable([verdict]),
  ].join("\n\n");
}

/** The median ratio of CPU times within a round. */
function ratioOf(measured: readonly Round[], kind: keyof Round): number {
  return median(measured.map((round) => round[kind].cpuMs / round.check.cpuMs));
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
