import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { assertionInput } from "@vedette/contract/assertions/assertions.ts";
import type { CheckOutcome, HttpCheckSpec } from "@vedette/contract/checks/check-run.ts";
import type { CheckContext } from "../../../packages/server/src/engine/checks/check-try.ts";
import { runCheck } from "../../../packages/server/src/engine/checks/registry.ts";
import type { Expected } from "../../../packages/server/test/hostile/behavior.ts";
import { checkContext, httpSpec } from "../../../packages/server/test/servers/raw-server.ts";
import type { Verdict } from "../../harness/report.ts";
import { spawnTied } from "../../harness/tied-process.ts";

/** Checks of the hostile target of the tests, which runs as a process of its own so that its memory is not ours. */
type HostileChecks = {
  context: CheckContext;
  /** `reads` adds an assertion on the body. */
  run(name: string, changes?: Partial<HttpCheckSpec> & { reads?: boolean }): Promise<HostileCheck>;
  close(): Promise<void>;
};

export type HostileCheck = {
  name: string;
  outcome: CheckOutcome;
  expected: Expected;
  /** How much longer than its timeout the check took; negative if it ended before. */
  overrunMs: number;
};

type Behavior = { url: string; expected: Expected; expectedOfBody?: Expected };
type Target = { ca: string; behaviors: Record<string, Behavior> };

const MAIN = fileURLToPath(
  new URL("../../../packages/server/test/hostile/hostile-target-main.ts", import.meta.url),
);
const ON_BODY = assertionInput.parse({ type: "body", operator: "is_not_empty" });
/** Of checks whose target hangs. Long enough to connect on a busy machine. */
const HANG_TIMEOUT_MS = 2_000;
/** Of the other checks, which end at once. */
const TIMEOUT_MS = 30_000;

export async function startHostileChecks(): Promise<HostileChecks> {
  const child = spawnTied(process.execPath, [MAIN], { stdio: ["pipe", "pipe", "inherit"] });
  if (child.stdout === null) throw new Error("the hostile target has no standard output");
  const [line] = (await once(createInterface(child.stdout), "line")) as [string];
  const { ca, behaviors } = JSON.parse(line) as Target;
  const context = checkContext({ extraCa: [ca] });
  return {
    context,
    async run(name, { reads = false, ...changes } = {}) {
      const behavior = behaviors[name];
      if (behavior === undefined) throw new Error(`the hostile target has no behavior '${name}'`);
      const expected = (reads ? behavior.expectedOfBody : undefined) ?? behavior.expected;
      const timeoutMs = expected.code === "TIMEOUT" ? HANG_TIMEOUT_MS : TIMEOUT_MS;
      const assertions = reads ? [ON_BODY] : [];
      const spec = httpSpec(behavior.url, { timeoutMs, assertions, ...changes });
      const startMs = performance.now();
      const outcome = await runCheck(spec, context);
      return { name, outcome, expected, overrunMs: performance.now() - startMs - spec.timeoutMs };
    },
    async close() {
      child.stdin?.end();
      await once(child, "exit");
    },
  };
}

/** Whether a check found what the target says that it must find. */
function isAsExpected({ outcome, expected }: HostileCheck): boolean {
  const { code, phase, reason, statusCode, status } = expected;
  return (
    (outcome.status === "degraded" ? "up" : outcome.status) === status &&
    outcome.error?.code === code &&
    (phase === undefined || outcome.error?.phase === phase) &&
    (reason === undefined || outcome.error?.reason === reason) &&
    (statusCode === undefined || outcome.statusCode === statusCode)
  );
}

/** A verdict about checks that must all be as expected. */
export function allAsExpected(what: string, goal: string, checks: readonly HostileCheck[]): Verdict {
  return allHold(what, goal, { checks, holds: isAsExpected });
}

export function allHold(
  what: string,
  goal: string,
  { checks, holds }: { checks: readonly HostileCheck[]; holds: (check: HostileCheck) => boolean },
): Verdict {
  const others = checks.filter((check) => !holds(check));
  const named = others.map(({ name, outcome }) => `${name}: ${outcome.error?.code ?? outcome.status}`);
  return {
    what,
    goal,
    measured: [`${checks.length - others.length} of ${checks.length}`, ...named].join("; "),
    isMet: checks.length > 0 && others.length === 0,
  };
}
