import type { RunStep } from "@vedette/contract/runs/runs.ts";
import type { ReactNode } from "react";
import { Icon } from "../../components/icon.tsx";
import { responseText, sentenceOf } from "../../format.ts";
import { StepStatusBadge } from "./run-status-badge.tsx";

type RunStepsProps = {
  steps: readonly RunStep[];
  /** Shown below the name. */
  line(step: RunStep): string | null;
  /** Content of an expanded step. */
  detail(step: RunStep): ReactNode;
};

/** All steps of an attempt, including skipped ones. The failed step is expanded. */
export function RunSteps({ steps, line, detail }: RunStepsProps) {
  const failed = steps.find(({ status }) => status === "failed")?.index;
  return (
    <ol className="grid gap-3">
      {steps.map((step) => (
        <li key={step.index} id={`step-${step.index + 1}`} className="card min-w-0 overflow-hidden">
          <details open={step.index === failed || steps.length === 1} className="group">
            <summary className="flex cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3 hover:bg-raised">
              <Icon name="down" className="text-soft group-open:rotate-180" />
              <span className="min-w-0 flex-1 wrap-anywhere">
                <span className="font-semibold">
                  {step.index + 1}. {step.name}
                </span>
                <span className="block text-[0.8125rem] text-soft">{line(step)}</span>
                {step.error && (
                  <span className="block text-[0.8125rem] text-down">{sentenceOf(step.error.message)}</span>
                )}
              </span>
              <span className="text-soft tabular-nums max-sm:hidden">{responseText(step.duration_ms)}</span>
              <StepStatusBadge status={step.status} />
            </summary>
            <div className="border-t border-line p-4">{detail(step)}</div>
          </details>
        </li>
      ))}
    </ol>
  );
}
