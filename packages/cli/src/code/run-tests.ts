import type { CheckTestRun } from "@vedette/contract/targets/test-runs.ts";
import { RefusedError, UnavailableError } from "../exit-codes.ts";
import type { CodeClient } from "./code-client.ts";
import type { SuiteTestRequest, SuiteTestResult } from "./test-requests.ts";

/** What is shown of one target. */
export type TestOutcome = {
  kind: string;
  key: string;
  name: string;
  status: "passed" | "failed";
  duration_ms: number | null;
  /** Why it failed; null if it passed. */
  message: string | null;
};

/** The server runs a few checks of one organization at once; the others would wait there. */
const AT_ONCE_MAX = 4;

/** Runs the tests, a few at a time, and reports each as it ends. Returns the outcomes in the order of the requests. */
export async function runTests(
  client: Pick<CodeClient, "test">,
  requests: readonly SuiteTestRequest[],
  report: (outcome: TestOutcome) => void,
): Promise<TestOutcome[]> {
  const outcomes = new Map<SuiteTestRequest, TestOutcome>();
  const left = [...requests];
  const work = async (): Promise<void> => {
    for (let request = left.shift(); request !== undefined; request = left.shift()) {
      const outcome = await runTest(client, request);
      outcomes.set(request, outcome);
      report(outcome);
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE_MAX, requests.length) }, work));
  return requests.flatMap((request) => outcomes.get(request) ?? []);
}

async function runTest(client: Pick<CodeClient, "test">, request: SuiteTestRequest): Promise<TestOutcome> {
  const { kind, key, fields } = request.resource;
  const target = { kind, key, name: String(fields.name) };
  try {
    return { ...target, ...outcomeOf(await client.test(request)) };
  } catch (error) {
    // One that the server cannot run does not stop the others.
    const isAnswer = error instanceof RefusedError && error.code !== "UNAUTHORIZED";
    if (!isAnswer && !(error instanceof UnavailableError)) throw error;
    return { ...target, status: "failed", duration_ms: null, message: error.message };
  }
}

function outcomeOf(result: SuiteTestResult): Pick<TestOutcome, "status" | "duration_ms" | "message"> {
  if ("results" in result) return outcomeOfCheck(result);
  const message = result.error?.message ?? "a step failed";
  const isPassed = result.status === "passed";
  return { status: result.status, duration_ms: result.duration_ms, message: isPassed ? null : message };
}

/** A monitor passes if it is up or degraded. */
function outcomeOfCheck({
  status,
  results,
}: CheckTestRun): Pick<TestOutcome, "status" | "duration_ms" | "message"> {
  const times = results.flatMap(({ response_time_ms: ms }) => ms ?? []);
  const duration = times.length === 0 ? null : Math.max(...times);
  if (status === "up" || status === "degraded") {
    return { status: "passed", duration_ms: duration, message: null };
  }
  const messages = results.flatMap(({ location, error }) => (error ? `${location}: ${error.message}` : []));
  return { status: "failed", duration_ms: duration, message: messages.join("\n") || `is ${status}` };
}
