import { StatusBadge } from "../../../components/status-badge.tsx";
import { responseText, sentenceOf } from "../../../format.ts";
import { t } from "../../../language/t.ts";
import type { TestRun } from "./use-test-run.ts";

/** Result of the last test, announced by screen readers. */
export function TestRunSummary({ testRun, isBusy }: { testRun: TestRun | null; isBusy: boolean }) {
  return (
    <p
      aria-live="polite"
      className="flex flex-wrap items-center gap-x-2.5 gap-y-1 wrap-anywhere empty:hidden"
    >
      {testRun && !isBusy && <Verdict run={testRun.run} />}
    </p>
  );
}

function Verdict({ run: { status, error, steps, duration_ms: ms, location } }: { run: TestRun["run"] }) {
  const passed = steps.filter((step) => step.status === "passed").length;
  const where = error?.step_index == null ? "" : `${t("Step {number}", { number: error.step_index + 1 })}: `;
  return (
    <>
      <StatusBadge
        status={status === "passed" ? "up" : "down"}
        word={status === "passed" ? t("Passed") : t("Failed")}
      />
      <span>
        {t("{passed} of {count, plural, one {# step} other {# steps}} passed in {time} at {location}.", {
          passed,
          count: steps.length,
          time: responseText(ms),
          location,
        })}
      </span>
      {error && (
        <span className="text-down">
          {where}
          {sentenceOf(error.message)}
        </span>
      )}
      <span className="text-soft">{t("Nothing was saved.")}</span>
    </>
  );
}
