import { assertionInput } from "@vedette/contract/assertions/assertions.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runHttpTry } from "../../src/engine/checks/http/run-http-try.ts";
import { checkContext, httpSpec } from "../servers/raw-server.ts";
import type { Expected } from "./behavior.ts";
import { type HostileTarget, startHostileTarget } from "./hostile-target.ts";

let target: HostileTarget;
let context: ReturnType<typeof checkContext>;
const onBody = assertionInput.parse({ type: "body", operator: "is_not_empty" });

beforeAll(async () => {
  target = await startHostileTarget();
  context = checkContext({ extraCa: [target.ca] });
});
afterAll(() => target.close());

/** Only behaviors that hang wait for the timeout. All others finish quickly. */
function timeoutMs(expected: Expected): number {
  return expected.code === "TIMEOUT" ? 300 : 10_000;
}

async function runTry(name: string, expected: Expected, assertions: (typeof onBody)[] = []) {
  const spec = httpSpec(target.url(name), { timeoutMs: timeoutMs(expected), assertions });
  const { error, statusCode } = await runHttpTry(spec, context);
  return {
    name,
    status: error ? "down" : "up",
    ...(expected.statusCode !== undefined && { statusCode }),
    ...(error && { code: error.code }),
    ...(error && expected.phase && { phase: error.phase }),
    ...(error?.reason && { reason: error.reason }),
  };
}

describe("a check of the hostile target", () => {
  test("finds the expected result for each behavior", async () => {
    const results = [];
    for (const name of target.names()) {
      results.push(await runTry(name, target.expected[name] ?? { status: "up" }));
    }
    expect(results).toEqual(target.names().map((name) => ({ name, ...target.expected[name] })));
  });

  test("with a body assertion finds the expected result", async () => {
    const results = [];
    for (const [name, expected] of Object.entries(target.expectedOfBody)) {
      results.push(await runTry(name, expected, [onBody]));
    }
    expect(results).toEqual(
      Object.entries(target.expectedOfBody).map(([name, expected]) => ({ name, ...expected })),
    );
  });
});
