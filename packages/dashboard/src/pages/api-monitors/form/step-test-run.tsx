import { RequestStep } from "../../../features/runs/request-step.tsx";
import { StepStatusBadge } from "../../../features/runs/run-status-badge.tsx";
import { responseText, sentenceOf } from "../../../format.ts";
import { t } from "../../../language/t.ts";
import type { ApiStepDraft } from "./draft.ts";
import { ResponsePicker } from "./response-picker.tsx";
import type { StepTestRun as Result } from "./use-test-run.ts";

type StepTestRunProps = {
  number: number;
  step: ApiStepDraft;
  steps: readonly ApiStepDraft[];
  testRun: Result;
  onStep(part: Partial<ApiStepDraft>): void;
};

/** Test result of a step. A click on a value of the response adds an assertion or extraction. */
export function StepTestRunPanel({
  number,
  step,
  steps,
  testRun: { result, tried },
  onStep,
}: StepTestRunProps) {
  const { response, error, duration_ms: ms } = result;
  const hasFailedAssertion = result.assertions.some(({ passed }) => !passed);
  return (
    <section
      aria-label={t("Result of step {number}", { number })}
      className="mt-5 grid min-w-0 gap-3 border-t border-line pt-4"
    >
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <StepStatusBadge status={result.status} />
        {response && (
          <span>
            {t("Response {code} in {time}", { code: response.status_code, time: responseText(ms) })}
          </span>
        )}
        {step !== tried && <span className="text-soft">{t("Changed since this test. Test again.")}</span>}
      </p>
      {error && <p className="wrap-anywhere text-down">{sentenceOf(error.message)}</p>}
      {result.status !== "skipped" && (
        <RequestStep
          key={result.started_at}
          step={result}
          begin={hasFailedAssertion ? "assertions" : "response"}
          renderResponse={(response) => (
            <ResponsePicker
              response={response}
              ms={ms}
              number={number}
              step={step}
              steps={steps}
              onStep={onStep}
            />
          )}
        />
      )}
    </section>
  );
}
