import { useMutation } from "@tanstack/react-query";
import type { RunStep } from "@vedette/contract/runs/runs.ts";
import type { TestRunResult } from "@vedette/contract/targets/test-runs.ts";
import { useState } from "react";
import { type ApiError, asApiError } from "../../../api/api-error.ts";
import { dataOf } from "../../../api/client.ts";
import { useApi } from "../../../app/session.tsx";
import { type ApiStepDraft, apiMonitorBody, type Draft } from "./draft.ts";

/** Test result of a step, and the tested step. */
export type StepTestRun = { result: RunStep; tried: ApiStepDraft };

export type TestRun = { run: TestRunResult; byKey: ReadonlyMap<number, StepTestRun> };

type TestRunRequest = {
  draft: Draft;
  /** Number of steps to run. */
  count: number;
  /** One of its locations. */
  location: string | null;
};

/** Tests the form without saving it. The last result stays during a new test. */
export function useTestRun(): {
  testRun: TestRun | null;
  isBusy: boolean;
  error: ApiError | null;
  begin(request: TestRunRequest): void;
} {
  const api = useApi();
  const [testRun, setTestRun] = useState<TestRun | null>(null);
  const { mutate, isPending, error } = useMutation({
    async mutationFn({ draft, count, location }: TestRunRequest) {
      const steps = draft.steps.slice(0, count);
      const { name, ...rest } = apiMonitorBody({ ...draft, steps });
      const body = { ...rest, name: name.trim() === "" ? null : name, location };
      const run = await dataOf(api.POST("/api/v1/api-monitors/try", { body }));
      return { run, steps };
    },
    onSuccess: ({ run, steps }) => setTestRun({ run, byKey: byKey(run, steps) }),
  });
  return {
    testRun,
    isBusy: isPending,
    error: error && asApiError(error),
    begin: (request) => mutate(request),
  };
}

function byKey({ steps: results }: TestRun["run"], steps: readonly ApiStepDraft[]): TestRun["byKey"] {
  return new Map(
    results.flatMap((result) => {
      const tried = steps[result.index];
      return tried ? [[tried.key, { result, tried }] as const] : [];
    }),
  );
}
