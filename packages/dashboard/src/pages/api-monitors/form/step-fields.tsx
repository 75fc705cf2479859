import { STEP_METHODS } from "@vedette/contract/api-monitors/step-methods.ts";
import type { FindFieldError } from "../../../api/api-error.ts";
import { Field, SelectField } from "../../../components/forms/field.tsx";
import { FormTabs } from "../../../components/forms/form-tabs.tsx";
import { t } from "../../../language/t.ts";
import type { ApiStepDraft } from "./draft.ts";
import { stepTabs } from "./step-tabs.tsx";

type StepFieldsProps = {
  step: ApiStepDraft;
  index: number;
  onStep(part: Partial<ApiStepDraft>): void;
  errorAt: FindFieldError;
};

const METHODS = STEP_METHODS.map((method) => ({
  value: method as ApiStepDraft["method"],
  label: method,
}));

/** One request with its assertions and extractions. */
export function ApiStepFields({ step, index, onStep, errorAt }: StepFieldsProps) {
  const ofStep: FindFieldError = (path, label) => errorAt(`steps.${index}.${path}`, label);
  return (
    <div className="grid min-w-0 gap-5">
      <div className="grid gap-4 sm:grid-cols-[8rem_minmax(0,1fr)]">
        <SelectField
          label={t("Method")}
          error={ofStep("method", t("The method"))}
          value={step.method}
          options={METHODS}
          onValue={(method) => onStep({ method })}
        />
        <Field
          label="URL"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder="https://api.example/health"
          hint={t("Use {name} for a variable, here and in other texts.", { name: "{{NAME}}" })}
          error={ofStep("url", t("The address"))}
          value={step.url}
          onValue={(url) => onStep({ url })}
        />
      </div>
      <FormTabs
        label={t("Request of step {number}", { number: index + 1 })}
        tabs={stepTabs({ step, onStep, errorAt: ofStep })}
      />
    </div>
  );
}
