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
 * What a run of an API monitor costs the engine: three steps (sign in, read with the token that this gave,
 * remove) against single checks that send the same three requests and judge the same, in turns in one process,
 * on nginx on loopback. Nothing is stored. Needs Debian's nginx. `--rounds N` makes a shorter run, which is not
 * written to bench/README.md.
 */

const FULL_ROUNDS = 15;
const SECONDS = 2;
const WARM_UP_SECONDS = 4;
/** Checks or runs under way at once: enough to keep a core busy, as in a runner under load. */
const CONCURRENCY = 16;
const GOAL_RATIO = 1.3;
/** The defaults of a check and a step, and of a run. */
const TIMEOUT_MS = 30_000;
const RUN_TIMEOUT_MS = 60_000;
const STEPS = 3;
const PASSWORD = "a-secret-of-some-length";

type Figures = { perSecond: number; cpuMs: number };
type Round = { check: Figures; plain: Figures; run: Figures };

const { values } = parseArgs({ options: { rounds: { type: "string" } } });
const rounds = Number(values.rounds ?? FULL_ROUNDS);

const policy = createEgressPolicy({ mode: "self-hosted", allow: [], deny: [], ownPorts: () => [] });
// One signal for all runs, as a runner has it.
const ctx = { clock: systemClock, egress: createEgress({ policy }), signal: new AbortController().signal };

const directory = makeBenchFolder();
const target = await startTarget(directory);
try {
  const url = `${target.httpUrl}/json`;
  const work = { check: checkWork(url, judged()), plain: checkWork(url, []), run: runWork(url) };
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

/** Each kind comes first in every third round, so that what the machine does besides meets all. */
async function measureRound(work: Record<keyof Round, Work>, round: number): Promise<Round> {
  const kinds = ["check", "plain", "run"] as const;
  const figures = new Map<keyof Round, Figures>();
  for (let turn = 0; turn < kinds.length; turn += 1) {
    const kind = kinds[(round + turn) % kinds.length] ?? "run";
    figures.set(kind, await measure(work[kind], SECONDS));
  }
  const of = (kind: keyof Round) => figures.get(kind) ?? { perSecond: 0, cpuMs: 0 };
  return { check: of("check"), plain: of("plain"), run: of("run") };
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

function judged(): Assertion[] {
  return [
    { type: "status_code", property: null, operator: "equals", value: 200 },
    { type: "json_path", property: "$.id", operator: "equals", value: 42 },
  ];
}

/** The three requests of a run, each as a check of its own. */
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
    assertions: judged(),
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
    what: "CPU of a step, to a check that judges the same",
    goal: `≤ ${GOAL_RATIO} ×`,
    measured: `${ratio.toFixed(2)} ×`,
    isMet: ratio <= GOAL_RATIO,
  };
  return [
    "## `runs`: three-step API monitors, by the engine alone",
    machineFacts(),
    `One thread, ${CONCURRENCY} at once, nginx on loopback beside it; ${rounds} rounds of ${SECONDS} s each, in turns; figures are medians of the rounds. A step judges a status and a value in JSON and keeps its request and answer, masked; the checks that a run is compared with send the same three requests, judge the same and keep neither.`,
    table(
      ["Work", "a second", "CPU ms a request", "to the checks"],
      [
        row("Run of three steps", "run"),
        row("Three checks, two assertions each", "check"),
        row("Three checks of the status alone", "plain"),
      ],
    ),
    verdictTable([verdict]),
  ].join("\n\n");
}

/** Of CPU time, within each round. */
function ratioOf(measured: readonly Round[], kind: keyof Round): number {
  return median(measured.map((round) => round[kind].cpuMs / round.check.cpuMs));
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
