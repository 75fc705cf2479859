import { useEffect, useState } from "react";
import type { FindFieldError } from "../../../api/api-error.ts";
import { Button } from "../../../components/button.tsx";
import { CopyButton } from "../../../components/code/copy-button.tsx";
import { StepStatusBadge } from "../../../features/runs/run-status-badge.tsx";
import { StepHeader } from "../../../features/steps/step-header.tsx";
import { useDragOrder } from "../../../features/steps/use-drag-order.ts";
import { t } from "../../../language/t.ts";
import { type ApiStepDraft, copyOfStep, newStep } from "./draft.ts";
import { curlOfStep } from "./step-curl.ts";
import { ApiStepFields } from "./step-fields.tsx";
import { StepTestRunPanel } from "./step-test-run.tsx";
import type { TestRun } from "./use-test-run.ts";

type StepListEditorProps = {
  steps: readonly ApiStepDraft[];
  onSteps(steps: readonly ApiStepDraft[]): void;
  errorAt: FindFieldError;
  testRun: TestRun | null;
  isTrying: boolean;
  /** Tests the first steps, up to this one. */
  onTry(count: number): void;
};

/** Up to this number, all steps are expanded initially. */
const OPEN_MAX = 2;

/** The requests in order; each can be expanded. */
export function StepListEditor({ steps, onSteps, errorAt, testRun, isTrying, onTry }: StepListEditorProps) {
  const [open, setOpen] = useState<ReadonlySet<number>>(
    () => new Set(steps.length <= OPEN_MAX ? steps.map(({ key }) => key) : []),
  );
  const [said, setSaid] = useState("");
  useEffect(() => {
    const failed = [...(testRun?.byKey ?? [])].find(([, { result }]) => result.status === "failed");
    if (failed) setOpen((before) => new Set([...before, failed[0]]));
  }, [testRun]);

  function insert(place: number, step: ApiStepDraft): void {
    onSteps(steps.toSpliced(place, 0, step));
    setOpen(new Set([...open, step.key]));
  }

  function move(from: number, to: number): void {
    const step = steps[from];
    if (!step) return;
    onSteps(steps.toSpliced(from, 1).toSpliced(to, 0, step));
    setSaid(
      t("{step} is now step {number} of {count}", {
        step: titleOf(step),
        number: to + 1,
        count: steps.length,
      }),
    );
  }

  const { handleProps, itemProps, gapClass } = useDragOrder(move);

  function toggle(key: number): void {
    setOpen(open.has(key) ? new Set([...open].filter((one) => one !== key)) : new Set([...open, key]));
  }

  return (
    <section className="grid gap-3" aria-labelledby="steps-title">
      <h2 id="steps-title">{t("Steps")}</h2>
      <p className="sr-only" aria-live="polite">
        {said}
      </p>
      {steps.map((step, index) => {
        const problem = errorAt(`steps.${index}`, t("This step"));
        const isOpen = open.has(step.key) || problem !== null;
        const number = index + 1;
        const tried = testRun?.byKey.get(step.key);
        const onStep = (part: Partial<ApiStepDraft>) => onSteps(steps.with(index, { ...step, ...part }));
        return (
          <section
            key={step.key}
            {...itemProps(index)}
            className={`card min-w-0 ${gapClass(index, steps.length)}`}
            aria-label={t("Step {number}", { number })}
          >
            <StepHeader
              number={number}
              count={steps.length}
              title={titleOf(step)}
              isOpen={isOpen}
              controls={`step-${step.key}`}
              drag={handleProps(index)}
              onToggle={() => toggle(step.key)}
              onMove={(to) => move(index, to)}
              onDuplicate={() => insert(number, copyOfStep(step))}
              onRemove={() => onSteps(steps.toSpliced(index, 1))}
            >
              {tried && <StepStatusBadge status={tried.result.status} />}
            </StepHeader>
            <div id={`step-${step.key}`} hidden={!isOpen}>
              {isOpen && (
                <div className="border-t border-line p-4">
                  <ApiStepFields step={step} index={index} errorAt={errorAt} onStep={onStep} />
                  <div className="mt-5 flex flex-wrap gap-2">
                    <Button
                      busy={isTrying && t("Testing …")}
                      aria-label={
                        isTrying
                          ? undefined
                          : t("{action}: step {number}", { action: tryWords(number), number })
                      }
                      onClick={() => onTry(number)}
                    >
                      {tryWords(number)}
                    </Button>
                    {step.url !== "" && <CopyButton label={t("Copy as cURL")} text={curlOfStep(step)} />}
                  </div>
                  {tried && (
                    <StepTestRunPanel
                      number={number}
                      step={step}
                      steps={steps}
                      testRun={tried}
                      onStep={onStep}
                    />
                  )}
                </div>
              )}
            </div>
          </section>
        );
      })}
      <Button icon="plus" className="justify-self-start" onClick={() => insert(steps.length, newStep())}>
        {t("Add step")}
      </Button>
    </section>
  );
}

function tryWords(number: number): string {
  return number === 1 ? t("Test this step") : t("Test up to here");
}

function titleOf({ name, method, url }: ApiStepDraft): string {
  return name || (url === "" ? t("New request") : `${method} ${url}`);
}
