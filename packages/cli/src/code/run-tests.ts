import type { CheckTestRun } from "@vedette/contract/targets/test-runs.ts";
import type { Outcome, OutcomeStatus, RunTarget } from "../commands/run/outcome.ts";
import { RefusedError, UnavailableError } from "../exit-codes.ts";
import type { CodeClient } from "./code-client.ts";
import type { SuiteTestRequest, SuiteTestResult } from "./test-requests.ts";

/** Test runs of one organization that a pipeline may occupy at once. */
const AT_ONCE_MAX = 4;

/** Runs the tests, a few at a time, and reports each as it ends. Returns the outcomes in the order of the requests. */
export async function runTests(
  client: Pick<CodeClient, "test">,
  requests: readonly SuiteTestRequest[],
  report: (outcome: Outcome) => void,
): Promise<Outcome[]> {
  const outcomes: Outcome[][] = requests.map(() => []);
  let next = 0;
  const work = async (): Promise<void> => {
    for (let index = next++; index < requests.length; index = next++) {
      const request = requests[index];
      if (request === undefined) return;
      const found = await runTest(client, request);
      for (const outcome of found) report(outcome);
      outcomes[index] = found;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE_MAX }, work));
  return outcomes.flat();
}

async function runTest(client: Pick<CodeClient, "test">, request: SuiteTestRequest): Promise<Outcome[]> {
  const { kind, key, fields } = request.resource;
  const target = { id: key, kind: kind as RunTarget["kind"], name: String(fields.name) };
  const outcome = (found: Pick<Outcome, "status" | "message"> & Partial<Outcome>): Outcome => ({
    ...{ target, location: null, duration_ms: null, url: null },
    ...found,
  });
  try {
    return outcomesOf(await client.test(request)).map(outcome);
  } catch (error) {
    // One that the server cannot run does not stop the others.
    if (error instanceof RefusedError) return [outcome({ status: "refused", message: error.message })];
    if (!(error instanceof UnavailableError)) throw error;
    return [outcome({ status: "unreachable", message: error.message })];
  }
}

type Found = Pick<Outcome, "status" | "message" | "location" | "duration_ms">;

function outcomesOf(result: SuiteTestResult): Found[] {
  if ("results" in result) return outcomesOfCheck(result);
  const { status, location, duration_ms, error } = result;
  return [{ status, location, duration_ms, message: error && `${error.code}: ${error.message}` }];
}

function outcomesOfCheck({ status, results }: CheckTestRun): Found[] {
  if (results.length === 0) {
    const message = "No location responded in time.";
    return [{ status: CHECK_STATUSES[status], location: null, duration_ms: null, message }];
  }
  return results.map(({ status, location, response_time_ms: ms, error }) => ({
    ...{ status: CHECK_STATUSES[status], location, duration_ms: ms },
    message: error && `${error.code}: ${error.message}`,
  }));
}

const CHECK_STATUSES = {
  up: "passed",
  degraded: "passed",
  down: "failed",
  error: "not_judged",
} as const satisfies Record<string, OutcomeStatus>;
