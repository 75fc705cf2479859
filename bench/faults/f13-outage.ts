import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import type { Verdict } from "../harness/report.ts";
import type { Fault } from "./fault.ts";

const BENCHMARK = fileURLToPath(new URL("../outage.ts", import.meta.url));
/** A tenth of the design's, so that it ends within five minutes; `npm run bench -- outage` has all. */
const MONITORS = 1_000;
const TIMEOUT_MS = 12 * 60_000;

export const fault: Fault = {
  name: "f13",
  what: "all monitors fail within one interval and recover in the next",
  async run() {
    const child = spawn(process.execPath, [BENCHMARK, "--monitors", String(MONITORS)], {
      stdio: ["ignore", "pipe", "inherit"],
      timeout: TIMEOUT_MS,
    });
    if (child.stdout === null) throw new Error("the benchmark has no standard output");
    const [markdown, [code]] = await Promise.all([text(child.stdout), once(child, "exit")]);
    if (code !== 0) throw new Error(`the benchmark ended with ${code}`);
    return [...readVerdicts(markdown), ...readPhases(markdown)];
  },
};

/** The rows of the benchmark's table of goals. */
function readVerdicts(markdown: string): Verdict[] {
  return [...markdown.matchAll(/^\| (.+?) \| (.+?) \| (.+?) \| ([✓✗]) \|$/gm)].map(
    ([, what = "", goal = "", measured = "", met]) => ({
      what: `${what} (${MONITORS} monitors)`,
      goal,
      measured,
      isMet: met === "✓",
    }),
  );
}

const STORED_SECONDS_MAX = 120;
const NOTIFIED_SECONDS_MAX = 300;

/** Phase, all detected after seconds, all notified after seconds. */
function readPhases(markdown: string): Verdict[] {
  return [...markdown.matchAll(/^\| (failure|recovery) \| ([\d.]+) \| ([\d.]+) \|/gm)].map(
    ([, phase = "", detected = "", notified = ""]) => ({
      what: `${phase}: all transitions stored in two intervals, and every monitor named in a notification`,
      goal: `≤ ${STORED_SECONDS_MAX} s, ≤ ${NOTIFIED_SECONDS_MAX} s`,
      measured: `${detected} s, ${notified} s`,
      isMet: Number(detected) <= STORED_SECONDS_MAX && Number(notified) <= NOTIFIED_SECONDS_MAX,
    }),
  );
}
