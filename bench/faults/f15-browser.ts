import { readFileSync } from "node:fs";
import process from "node:process";
import { setTimeout as pause } from "node:timers/promises";
import type { JourneyStepInput } from "@vedette/contract/journeys/journey-steps.ts";
import { BROWSER_MEMORY_BYTES_MAX } from "../../packages/server/src/engine/checks/browser/chromium/browser-process.ts";
import { RunnerError } from "../../packages/server/src/platform/net/net-failure.ts";
import {
  type JourneyHarness,
  missingChromium,
  startJourneyHarness,
} from "../../packages/server/test/journey-harness.ts";
import { nameOf, treeOf, usageOf } from "../harness/process-usage.ts";
import type { Verdict } from "../harness/report.ts";
import { waitUntil } from "../scale/fault-run.ts";
import type { Fault } from "./fault.ts";
import { type HostilePages, startHostilePages } from "./targets/hostile-pages.ts";
import { runTestClauses } from "./vitest/test-clauses.ts";

const TIMEOUT_MS = 20_000;
const STEP_MS = 8_000;
/** From the request of the first step's page until the second step waits. */
const SECOND_STEP_MS = 2_000;
/** To take the evidence of a page that does not respond. */
const EVIDENCE_MS = 15_000;
const GONE_MS = 2_000;
/** The limit of a browser, and what pages take between two samples of its memory, one second apart. */
const MEMORY_MIB_MAX = BROWSER_MEMORY_BYTES_MAX / 1_048_576 + 512;
const chromium = await missingChromium();

export const fault: Fault = {
  name: "f15",
  what: "a browser or renderer that is killed, and pages that take all memory, never end or flood the log",
  missing: () => chromium,
  async run(folder) {
    const pages = await startHostilePages();
    const harness = await startJourneyHarness({ chromiumPath: null });
    const memory = watchMemory(harness);
    try {
      const verdicts = [
        await killed({ harness, pages }, "renderer"),
        await killed({ harness, pages }, "browser"),
      ];
      for (const name of ["oom", "beforeunload", "dom", "flood"] as const)
        verdicts.push(await hostile({ harness, pages }, name));
      verdicts.push(memory.end(), await treeGone(harness));
      return [...verdicts, ...(await runTestClauses(folder, CLAUSES))];
    } finally {
      memory.end();
      await harness.close();
      await pages.close();
    }
  },
};

const CLAUSES = {
  files: [
    "packages/server/src/engine/checks/browser/sandbox/escape.test.ts",
    "packages/server/src/engine/checks/browser/journey-flow.test.ts",
  ],
  clauses: [
    {
      what: "a fork bomb is stopped, with none of its processes left",
      goal: "512 processes",
      tests: ["stops a fork bomb and leaves none of its processes"],
    },
    {
      what: "a flood of output and a disk bomb of a script are stopped",
      goal: "64 KiB printed, 512 MiB",
      tests: ["stops a flood of output", "stops a disk bomb at the quota in every folder"],
    },
    {
      what: "a program that takes too much memory is stopped",
      goal: "3,072 MiB",
      tests: ["stops a program that takes too much memory"],
    },
  ],
};

type Parts = { harness: JourneyHarness; pages: HostilePages };

const open = (url: string): JourneyStepInput => ({ action: "goto", url, timeout_ms: STEP_MS });
const CRASHES = new Set(["BROWSER_CRASHED", "PAGE_CRASHED"]);

type Run = { code: string; attempts: number };

/**
 * The code is `passed`, or why not. A run whose browser was lost is repeated once in another one, as the service does.
 */
async function run(harness: JourneyHarness, steps: readonly JourneyStepInput[]): Promise<Run> {
  for (let attempts = 1; ; attempts++) {
    try {
      const { error } = await harness.run(steps, { timeoutMs: TIMEOUT_MS });
      return { code: error?.code ?? "passed", attempts };
    } catch (error) {
      if (!(error instanceof RunnerError)) throw error;
      if (attempts === ATTEMPTS_MAX) return { code: `not run: ${error.message}`, attempts };
    }
  }
}

const ATTEMPTS_MAX = 2;

/** Kills a process of the browser while one run is at its second step, which takes a while. */
async function killed({ harness, pages }: Parts, part: "renderer" | "browser"): Promise<Verdict> {
  const late: JourneyStepInput = { action: "wait_for", selector: "#late", timeout_ms: STEP_MS };
  const served = pages.served();
  const running = run(harness, [open(pages.url("late")), late]);
  await waitUntil(async () => pages.served() > served, TIMEOUT_MS);
  await pause(SECOND_STEP_MS);
  const victims = part === "renderer" ? renderersOf(harness) : browserOf(harness);
  for (const pid of victims) kill(pid);
  const { code, attempts } = await running;
  const next = await run(harness, [open(pages.url("fine"))]);
  const isRepeated = code === "passed" && attempts === ATTEMPTS_MAX;
  return {
    what: `kill -9 of the ${part}: that run names it or passes in another browser, and the next run passes`,
    goal: `${[...CRASHES].join(", ")}, or passed at attempt ${ATTEMPTS_MAX}`,
    measured: `${code} at attempt ${attempts} (${victims.length} killed); next ${next.code}`,
    isMet: victims.length > 0 && (CRASHES.has(code) || isRepeated) && next.code === "passed",
  };
}

/** Opens the page and leaves it, while another run of the same organization goes on. */
async function hostile(
  { harness, pages }: Parts,
  name: "oom" | "beforeunload" | "dom" | "flood",
): Promise<Verdict> {
  const fine = open(pages.url("fine"));
  const startMs = performance.now();
  const running = run(harness, [open(pages.url(name)), fine]);
  const { code: beside } = await run(harness, [fine, fine, fine]);
  const { code } = await running;
  const seconds = (performance.now() - startMs) / 1_000;
  const { code: next } = await run(harness, [fine]);
  const limit = (TIMEOUT_MS + EVIDENCE_MS) / 1_000;
  return {
    what: `${WHAT[name]}: that run ends, a run beside it and the next one pass`,
    goal: `≤ ${limit} s`,
    measured: `${code} after ${seconds.toFixed(1)} s; beside ${beside}, next ${next}`,
    isMet: seconds <= limit && beside === "passed" && next === "passed",
  };
}

const WHAT = {
  oom: "a page that takes all memory",
  beforeunload: "a page that never lets go (beforeunload)",
  dom: "a page of a million elements, 1 GB",
  flood: "a page that floods the console",
};

/** The most memory of the browsers; shared pages count once. */
function watchMemory(harness: JourneyHarness): { end(): Verdict } {
  let most = 0;
  const timer = setInterval(() => {
    most = Math.max(most, usageOf(processesOf(harness)).pssMb);
  }, 500);
  return {
    end() {
      clearInterval(timer);
      return {
        what: "memory of the browser",
        goal: `≤ ${MEMORY_MIB_MAX} MiB`,
        measured: `${Math.round(most)} MiB`,
        isMet: most <= MEMORY_MIB_MAX,
      };
    },
  };
}

async function treeGone(harness: JourneyHarness): Promise<Verdict> {
  const pids = processesOf(harness);
  const startMs = performance.now();
  await harness.close();
  const isGone = await waitUntil(async () => pids.every((pid) => commandLine(pid) === ""), GONE_MS * 5);
  const tookMs = performance.now() - startMs;
  return {
    what: "afterwards no process of a browser is left",
    goal: `≤ ${GONE_MS / 1_000} s`,
    measured: `${pids.length} processes, ${isGone ? `gone after ${(tookMs / 1_000).toFixed(1)} s` : "not gone"}`,
    isMet: pids.length > 0 && isGone && tookMs <= GONE_MS,
  };
}

function renderersOf(harness: JourneyHarness): number[] {
  return processesOf(harness).filter((pid) => commandLine(pid).includes("--type=renderer"));
}

/** Chromium's first process: its children name their type, and the crash handler is not debugged. */
function browserOf(harness: JourneyHarness): number[] {
  const isBrowser = (line: string) => line.includes("--remote-debugging-") && !line.includes("--type=");
  return processesOf(harness).filter((pid) => nameOf(pid).startsWith("chrom") && isBrowser(commandLine(pid)));
}

/**
 * Inside its sandbox a process sees other paths. The command line of the sandbox itself names the folder, and all others
 * descend from it.
 */
function processesOf({ directory }: JourneyHarness): number[] {
  const all = treeOf(process.pid).slice(1);
  const launchers = all.filter((pid) => commandLine(pid).includes(directory));
  return [...new Set(launchers.flatMap(treeOf))];
}

function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    // The process has ended.
    return "";
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}
