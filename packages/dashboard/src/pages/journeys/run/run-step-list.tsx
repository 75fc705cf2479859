import type { RunStep } from "@vedette/contract/runs/runs.ts";
import { useId, useState } from "react";
import { Icon } from "../../../components/icon.tsx";
import { StepStatusBadge } from "../../../features/runs/run-status-badge.tsx";
import { stepTitle } from "../../../features/steps/step-title.ts";
import { responseText } from "../../../format.ts";
import { t } from "../../../language/t.ts";
import { StepReport } from "./step-report.tsx";

type RunStepListProps = {
  steps: readonly RunStep[];
  isRunning: boolean;
  place: { journeyId: string; runId: string };
};

/** The steps of a run; a step expands to its details. */
export function RunStepList({ steps, isRunning, place }: RunStepListProps) {
  if (steps.length === 0) {
    return (
      <p className="py-6 text-soft">{isRunning ? t("No step has finished yet.") : t("No steps ran.")}</p>
    );
  }
  return (
    <ol className="card divide-y divide-line overflow-hidden">
      {steps.map((step) => (
        <Step key={`${step.attempt} ${step.index}`} step={step} place={place} />
      ))}
    </ol>
  );
}

type StepProps = { step: RunStep; place: RunStepListProps["place"] };

function Step({ step, place }: StepProps) {
  const [isOpen, setOpen] = useState(step.status === "failed" || step.visual_diff != null);
  const id = useId();
  return (
    <li>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        className="grid w-full grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1.5 px-4 py-2.5 text-start hover:bg-raised md:grid-cols-[auto_minmax(0,1fr)_5rem_6.5rem]"
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name={isOpen ? "up" : "down"} className="text-soft" />
        <span className="wrap-anywhere">
          <span className="text-soft tabular-nums">{step.index + 1}. </span>
          {stepTitle(step.name)}
        </span>
        <span className="text-end text-soft tabular-nums max-md:hidden">
          {responseText(step.duration_ms)}
        </span>
        <span className="justify-self-end">
          <StepStatusBadge status={step.status} />
        </span>
      </button>
      <div id={id} hidden={!isOpen}>
        {isOpen && <StepReport step={step} place={place} />}
      </div>
    </li>
  );
}
