import type { CheckResult } from "@vedette/contract/checks/check-results.ts";

/** Consecutive results that say the same, newest first. */
export type JoinedResults = { id: string; results: readonly [CheckResult, ...CheckResult[]] };

/** Two rows are short enough. */
const JOINED_FROM = 3;

/** Joins consecutive results with the same status and cause. The results keep their order. Pure. */
export function joinResults(results: readonly CheckResult[]): JoinedResults[] {
  const runs: [CheckResult, ...CheckResult[]][] = [];
  for (const result of results) {
    const last = runs.at(-1);
    if (last && keyOf(last[0]) === keyOf(result)) last.push(result);
    else runs.push([result]);
  }
  return runs.flatMap((run): JoinedResults[] =>
    run.length >= JOINED_FROM
      ? [{ id: run.at(-1)?.id ?? run[0].id, results: run }]
      : run.map((result) => ({ id: result.id, results: [result] })),
  );
}

/** Times and addresses may differ; what the result says may not. */
function keyOf({ status, status_code: code, error, trigger, assertions }: CheckResult): string {
  const failed = assertions.filter(({ passed }) => !passed).map(({ actual: _, ...assertion }) => assertion);
  return JSON.stringify([status, code, error?.code ?? null, error?.phase ?? null, trigger, failed]);
}
