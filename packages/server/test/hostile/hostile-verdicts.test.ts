import { assertionInput } from "@vedette/contract/assertions/assertions.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runHttpTry } from "../../src/engine/checks/http/run-http-try.ts";
import { checkContext, httpSpec } from "../servers/raw-server.ts";
import type { Expected } from "./behaviour.ts";
import { type HostileTarget, startHostileTarget } from "./hostile-target.ts";

let target: HostileTarget;
let context: ReturnType<typeof checkContext>;
const onBody = assertionInput.parse({ type: "body", operator: "is_not_empty" });

beforeAll(async () => {
  target = await startHostileTarget();
  context = checkContext({ extraCa: [target.ca] });
});
afterAll(() => target.close());

/** Only what hangs waits for it; everything else is over in a moment. */
function timeoutOf(expected: Expected): number {
  return expected.code === "TIMEOUT" ? 300 : 10_000;
}

async function verdictOf(name: string, expected: Expected, assertions: (typeof onBody)[] = []) {
  const spec = httpSpec(target.url(name), { timeoutMs: timeoutOf(expected), assertions });
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
  test("finds at each behaviour what the target says it must find", async () => {
    const verdicts = [];
    for (const name of target.names()) {
      verdicts.push(await verdictOf(name, target.expected[name] ?? { status: "up" }));
    }
    expect(verdicts).toEqual(target.names().map((name) => ({ name, ...target.expected[name] })));
  });

  test("that looks at the body finds what the target says of that", async () => {
    const verdicts = [];
    for (const [name, expected] of Object.entries(target.expectedOfBody)) {
      verdicts.push(await verdictOf(name, expected, [onBody]));
    }
    expect(verdicts).toEqual(
      Object.entries(target.expectedOfBody).map(([name, expected]) => ({ name, ...expected })),
    );
  });
});
