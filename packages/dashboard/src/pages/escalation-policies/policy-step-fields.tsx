import { type ApiError, fieldErrorOf } from "../../api/api-error.ts";
import { DurationField } from "../../components/forms/duration-field.tsx";
import { CheckField, SelectField } from "../../components/forms/field.tsx";
import { t } from "../../language/t.ts";
import type { PolicyStepDraft } from "./policy-draft.ts";
import { StepTargets } from "./step-targets.tsx";
import type { TargetNames } from "./use-target-names.ts";
import { WeeklyTimesFields } from "./weekly-times-fields.tsx";

type PolicyStepFieldsProps = {
  step: PolicyStepDraft;
  names: TargetNames;
  /** "steps.0". */
  path: string;
  error: ApiError | null;
  onStep(some: Partial<PolicyStepDraft>): void;
};

export function PolicyStepFields({ step, names, path, error, onStep }: PolicyStepFieldsProps) {
  return (
    <div className="grid gap-4">
      <StepTargets
        targets={step.notify}
        names={names}
        path={path}
        error={error}
        onTargets={(notify) => onStep({ notify })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <DurationField
          label={t("Wait")}
          value={step.wait}
          onValue={(wait) => onStep({ wait })}
          hint={t("After the previous step. 0 to take it at once.")}
          error={fieldErrorOf(error, `${path}.wait_seconds`, t("The wait"))}
        />
        <SelectField
          label={t("Severity")}
          value={step.severity}
          onValue={(severity) => onStep({ severity })}
          options={[
            { value: "any", label: t("All alerts") },
            { value: "critical", label: t("Critical alerts only") },
            { value: "warning", label: t("Warnings only") },
          ]}
          hint={t("Other alerts skip the step.")}
          error={fieldErrorOf(error, `${path}.severities`, t("The severity"))}
        />
      </div>
      <CheckField
        label={t("Only at certain times")}
        hint={t("At other times the step is skipped.")}
        isChecked={step.isTimed}
        onChecked={(isTimed) => onStep({ isTimed })}
      />
      {step.isTimed && (
        <WeeklyTimesFields
          timezone={step.timezone}
          ranges={step.ranges}
          path={`${path}.times`}
          error={error}
          onChange={onStep}
        />
      )}
    </div>
  );
}
