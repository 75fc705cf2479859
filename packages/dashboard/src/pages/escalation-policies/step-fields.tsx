import { type ApiError, fieldErrorOf } from "../../api/api-error.ts";
import { DurationField } from "../../components/forms/duration-field.tsx";
import { CheckField, SelectField } from "../../components/forms/field.tsx";
import type { StepDraft } from "./policy-draft.ts";
import { StepTargets } from "./step-targets.tsx";
import type { TargetNames } from "./use-target-names.ts";
import { WeeklyTimesFields } from "./weekly-times-fields.tsx";

type StepFieldsProps = {
  step: StepDraft;
  names: TargetNames;
  /** "steps.0". */
  path: string;
  error: ApiError | null;
  onStep(some: Partial<StepDraft>): void;
};

export function StepFields({ step, names, path, error, onStep }: StepFieldsProps) {
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
          label="Wait"
          value={step.wait}
          onValue={(wait) => onStep({ wait })}
          hint="After the previous step. 0 to take it at once."
          error={fieldErrorOf(error, `${path}.wait_seconds`, "The wait")}
        />
        <SelectField
          label="Severity"
          value={step.severity}
          onValue={(severity) => onStep({ severity })}
          options={[
            { value: "any", label: "All alerts" },
            { value: "critical", label: "Critical alerts only" },
            { value: "warning", label: "Warnings only" },
          ]}
          hint="Other alerts skip the step."
          error={fieldErrorOf(error, `${path}.severities`, "The severity")}
        />
      </div>
      <CheckField
        label="Only at certain times"
        hint="At other times the step is skipped."
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
