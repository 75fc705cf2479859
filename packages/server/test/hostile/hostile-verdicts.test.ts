import { assertionInput } from "@vedette/contract/assertions/assertions.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runTcpTry } from "../../src/engine/checks/tcp/run-tcp-try.ts";
import { runUrlTry } from "../../src/engine/checks/url/run-url-try.ts";
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
  const { error, statusCode } = await runUrlTry(spec, context);
  return {
    name,
    status: error ? "down" : "up",
    ...(expected.statusCode !== undefined && { statusCode }),
    ...(error && { code: error.code }),
    ...(error && expected.phase && { phase: error.phase }),
    ...(error?.reason && { reason: error.reason }),
  };
}

test("a TCP check of a hostile port only opens the connection", async () => {
  const common = { timeoutMs: 5_000, retries: 0, degradedAfterMs: null, assertions: [] };
  const names = ["ok", "hang-after-request", "body-endless", "reset-after-request"];
  const tries = names.map((name) => runTcpTry({ kind: "tcp", ...target.tcp(name), ...common }, context));
  expect((await Promise.all(tries)).map(({ error }) => error)).toEqual([null, null, null, null]);
});

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
