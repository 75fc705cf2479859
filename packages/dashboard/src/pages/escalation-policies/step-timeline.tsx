import { ESCALATION_STEPS_MAX } from "@vedette/contract/on-call/escalation-limits.ts";
import { useId, useState } from "react";
import { type ApiError, fieldErrorOf, hasErrorWithin } from "../../api/api-error.ts";
import { Button } from "../../components/button.tsx";
import { secondsOfDuration } from "../../components/forms/duration-draft.ts";
import { StepHeader } from "../../features/steps/step-header.tsx";
import { useDragOrder } from "../../features/steps/use-drag-order.ts";
import { spanText } from "../../format.ts";
import { t } from "../../language/t.ts";
import { newKey } from "../../new-key.ts";
import { emptyPolicyStep, type PolicyStepDraft } from "./policy-draft.ts";
import { PolicyStepFields } from "./policy-step-fields.tsx";
import { listText } from "./policy-text.ts";
import type { TargetNames } from "./use-target-names.ts";

type StepTimelineProps = {
  steps: readonly PolicyStepDraft[];
  names: TargetNames;
  error: ApiError | null;
  onSteps(steps: PolicyStepDraft[]): void;
};

const NEXT_WAIT_SECONDS = 300;

/** The steps of a policy as a vertical timeline, with their waits between them. */
export function StepTimeline({ steps, names, error, onSteps }: StepTimelineProps) {
  const [open, setOpen] = useState<number | null>(steps.length === 1 ? (steps[0]?.key ?? null) : null);
  const id = useId();
  const move = (from: number, to: number) => {
    const step = steps[from];
    if (step) onSteps(steps.toSpliced(from, 1).toSpliced(to, 0, step));
  };
  const drag = useDragOrder(move);
  const add = (place: number, step: PolicyStepDraft) => {
    onSteps(steps.toSpliced(place, 0, step));
    setOpen(step.key);
  };
  const isFull = steps.length >= ESCALATION_STEPS_MAX;
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-semibold">{t("Steps")}</legend>
      <ol className="grid">
        {steps.map((step, index) => {
          const path = `steps.${index}`;
          const isOpen = open === step.key || hasErrorWithin(error, [path]);
          return (
            <li
              key={step.key}
              {...drag.itemProps(index)}
              className={`grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 ${drag.gapClass(index, steps.length)}`}
            >
              <Rail isLast={index === steps.length - 1} />
              <div className="grid gap-1 pb-4">
                <p className="text-[0.8125rem] text-soft">{waitText(step, index)}</p>
                <div className="rounded-lg border border-line bg-surface">
                  <StepHeader
                    number={index + 1}
                    count={steps.length}
                    title={titleOf(step, names)}
                    isOpen={isOpen}
                    controls={`${id}-${step.key}`}
                    drag={drag.handleProps(index)}
                    onToggle={() => setOpen(isOpen ? null : step.key)}
                    onMove={(to) => move(index, to)}
                    onDuplicate={() => !isFull && add(index + 1, { ...step, key: newKey() })}
                    onRemove={() => onSteps(steps.toSpliced(index, 1))}
                  />
                  <div id={`${id}-${step.key}`} hidden={!isOpen} className="border-t border-line p-4">
                    {isOpen && (
                      <PolicyStepFields
                        step={step}
                        names={names}
                        path={path}
                        error={error}
                        onStep={(some) => onSteps(steps.with(index, { ...step, ...some }))}
                      />
                    )}
                  </div>
                </div>
              </div>
            </li>
          );
        })}
      </ol>
      {fieldErrorOf(error, "steps", t("The steps")) && (
        <p className="text-[0.8125rem] text-down">{fieldErrorOf(error, "steps", t("The steps"))}</p>
      )}
      <div>
        <Button
          icon="plus"
          disabled={isFull}
          onClick={() =>
            add(steps.length, emptyPolicyStep(NEXT_WAIT_SECONDS, steps.at(-1)?.timezone ?? "UTC"))
          }
        >
          {t("Add step")}
        </Button>
      </div>
    </fieldset>
  );
}

/** The line of the timeline with the point of a step. */
function Rail({ isLast }: { isLast: boolean }) {
  return (
    <span aria-hidden="true" className="grid w-3 grid-rows-[auto_minmax(0,1fr)] justify-items-center">
      <span className="mt-1 size-3 rounded-full border-2 border-accent bg-surface" />
      {!isLast && <span className="w-0.5 bg-line-strong" />}
    </span>
  );
}

function waitText({ wait }: PolicyStepDraft, index: number): string {
  const seconds = secondsOfDuration(wait) ?? 0;
  const isFirst = index === 0;
  if (!(seconds > 0)) return isFirst ? t("When the alert opens") : t("Together with the previous step");
  const span = spanText(seconds * 1_000);
  return isFirst
    ? t("{span} after the alert opens", { span })
    : t("{span} after the previous step", { span });
}

function titleOf({ notify, severity, isTimed }: PolicyStepDraft, { nameOf }: TargetNames): string {
  const who =
    notify.length === 0
      ? t("Choose whom to notify")
      : t("Notify {list}", { list: listText(notify.map(nameOf)) });
  const only = [
    ...(severity === "any" ? [] : [severity === "critical" ? t("critical only") : t("warning only")]),
    ...(isTimed ? [t("at certain times")] : []),
  ];
  return only.length === 0 ? who : `${who} (${only.join(", ")})`;
}
