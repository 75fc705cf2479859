import type { FindFieldError } from "../../../api/api-error.ts";
import { CheckField, Field } from "../../../components/forms/field.tsx";
import { t } from "../../../language/t.ts";
import type { ApiStepDraft } from "./draft.ts";

type StepOptionsProps = {
  step: ApiStepDraft;
  onStep(part: Partial<ApiStepDraft>): void;
  /** Takes paths within the step. */
  errorAt: FindFieldError;
};

/** Name and timeout of a step, and what happens when it fails. */
export function StepOptions({ step, onStep, errorAt }: StepOptionsProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field
        label={t("Step name")}
        autoComplete="off"
        hint={t("Optional; defaults to method and path.")}
        error={errorAt("name", t("The name"))}
        value={step.name ?? ""}
        onValue={(name) => onStep({ name })}
      />
      <Field
        label={t("Step timeout (seconds)")}
        inputMode="decimal"
        error={errorAt("timeout", t("The timeout"))}
        value={step.timeout}
        onValue={(timeout) => onStep({ timeout })}
      />
      <CheckField
        label={t("Follow redirects")}
        isChecked={step.follow_redirects}
        onChecked={(follow_redirects) => onStep({ follow_redirects })}
      />
      <CheckField
        label={t("Verify certificate")}
        isChecked={step.verify_tls}
        onChecked={(verify_tls) => onStep({ verify_tls })}
      />
      <CheckField
        label={t("Continue on failure")}
        hint={t("The run is still marked as failed.")}
        isChecked={step.continue_on_failure}
        onChecked={(continue_on_failure) => onStep({ continue_on_failure })}
      />
      <CheckField
        label={t("Always run")}
        hint={t("Runs even after a failed step ended the run, to clean up.")}
        isChecked={step.always_run}
        onChecked={(always_run) => onStep({ always_run })}
      />
    </div>
  );
}
