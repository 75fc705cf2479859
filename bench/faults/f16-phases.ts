import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import process from "node:process";
import { setTimeout as pause } from "node:timers/promises";
import { runCheck } from "../../packages/server/src/engine/checks/registry.ts";
import { checkContext, httpSpec } from "../../packages/server/test/servers/raw-server.ts";
import type { Verdict } from "../harness/report.ts";
import { namespaceMissing } from "../scale/namespace.ts";
import type { Fault } from "./fault.ts";
import { allAsExpected, allHold, type HostileCheck, startHostileChecks } from "./targets/hostile-checks.ts";

const HANGS = [
  ...["hang-after-accept", "hang-before-tls-hello", "hang-in-tls-hello", "hang-after-request"],
  ...["hang-in-headers", "hang-in-body", "drip-headers", "drip-body"],
];
const RESETS = [
  ...["refused", "reset-after-accept", "reset-in-tls-hello", "reset-after-request", "reset-in-headers"],
  ...["reset-in-body", "close-in-tls-hello", "close-after-request", "close-in-body"],
];
const TIMEOUT_MS = 2_000;
const OVERRUN_MS_MAX = 500;
/** An address of loopback that nothing else uses; its packets are dropped. */
const SILENT_ADDRESS = "127.66.16.1";
const SETTLE_MS = 1_000;

export const fault: Fault = {
  name: "f16",
  what: "a target that hangs or resets the connection, in each phase",
  missing: namespaceMissing,
  async run() {
    const hostile = await startHostileChecks();
    try {
      await hostile.run("ok");
      await pause(SETTLE_MS);
      const before = openFiles();
      const hangs = [await silentResolver(), await silentAddress()];
      for (const name of HANGS) hangs.push(await hostile.run(name));
      const resets: HostileCheck[] = [];
      for (const name of RESETS) resets.push(await hostile.run(name));
      await pause(SETTLE_MS);
      return [
        allAsExpected("a hang is a timeout that names its phase", "dns, connect, tls, headers, body", hangs),
        allAsExpected("a reset or an early end names its phase", "connect, tls, headers, body", resets),
        slowest(hangs),
        allHold("timings add up to the response time", "exactly", {
          checks: [...hangs, ...resets],
          holds: ({ outcome }) =>
            Object.values(outcome.timings).reduce<number>((sum, us) => sum + (us ?? 0), 0) ===
            outcome.responseUs,
        }),
        backToBaseline(before),
      ];
    } finally {
      await hostile.close();
    }
  },
};

async function silentResolver(): Promise<HostileCheck> {
  const context = checkContext({ lookup: () => undefined });
  const expected = { status: "down", code: "DNS_FAILED", phase: "dns" } as const;
  return { name: "dns", expected, ...(await timed("http://silent.test/", context)) };
}

/** The kernel gets no answer to a SYN, because the firewall drops it. */
async function silentAddress(): Promise<HostileCheck> {
  const rule = ["INPUT", "-d", SILENT_ADDRESS, "-p", "tcp", "-j", "DROP"];
  execFileSync("iptables", ["-A", ...rule]);
  try {
    const expected = { status: "down", code: "CONNECT_TIMEOUT", phase: "connect" } as const;
    return { name: "syn", expected, ...(await timed(`http://${SILENT_ADDRESS}/`, checkContext())) };
  } finally {
    execFileSync("iptables", ["-D", ...rule]);
  }
}

async function timed(url: string, context: ReturnType<typeof checkContext>) {
  const startMs = performance.now();
  const outcome = await runCheck(httpSpec(url, { timeoutMs: TIMEOUT_MS }), context);
  return { outcome, overrunMs: performance.now() - startMs - TIMEOUT_MS };
}

function slowest(hangs: readonly HostileCheck[]): Verdict {
  const overrunMs = Math.max(...hangs.map((each) => each.overrunMs));
  return {
    what: "a check ends when its timeout has passed",
    goal: `≤ ${OVERRUN_MS_MAX} ms later`,
    measured: `${Math.round(overrunMs)} ms later at most, of ${hangs.length}`,
    isMet: overrunMs <= OVERRUN_MS_MAX,
  };
}

function backToBaseline(before: number): Verdict {
  const after = openFiles();
  return {
    what: "no file descriptor is left open",
    goal: `≤ ${before}, as before`,
    measured: String(after),
    isMet: after <= before,
  };
}

function openFiles(): number {
  return readdirSync(`/proc/${process.pid}/fd`).length;
}
