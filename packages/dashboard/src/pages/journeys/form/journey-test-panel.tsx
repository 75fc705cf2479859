import type { JourneyTestScreenshot, JourneyTestStep } from "@vedette/contract/journeys/journey-test-runs.ts";
import { useState } from "react";
import { CodeBlock } from "../../../components/code/code-block.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { stepBadge } from "../../../features/runs/run-labels.ts";
import { stepTitle } from "../../../features/steps/step-title.ts";
import { responseText, sentenceOf } from "../../../format.ts";
import { t } from "../../../language/t.ts";
import type { JourneyTest } from "./use-journey-test.ts";

type JourneyTestPanelProps = { test: JourneyTest; isBusy: boolean };

/** The steps of a test as they run, and its result. */
export function JourneyTestPanel({ test, isBusy }: JourneyTestPanelProps) {
  const { planned, steps, screenshots, result } = test;
  const count = Math.max(planned.length, ...[...steps.keys()].map((index) => index + 1));
  const rows = Array.from({ length: count }, (_, index) => {
    const step = steps.get(index);
    return { index, name: step ? stepTitle(step.name) : (planned[index] ?? ""), step };
  });
  const [open, setOpen] = useState<number | null>(null);
  const opened = open === null ? undefined : screenshots.get(open);
  return (
    <section aria-label={t("Test")} className="grid min-w-0 gap-3">
      <h2>{t("Test")}</h2>
      <p role="status" className="flex flex-wrap items-center gap-x-2.5 gap-y-1 wrap-anywhere">
        <TestSummary test={test} isBusy={isBusy} count={count} />
      </p>
      {count > 0 && (
        <ol aria-label={t("Steps of the test")} className="card divide-y divide-line overflow-hidden">
          {rows.map(({ index, name, step }) => (
            <TestedStep
              key={index}
              index={index}
              name={name}
              step={step}
              isAwaited={isBusy}
              screenshot={screenshots.get(index)}
              onOpen={() => setOpen(index)}
            />
          ))}
        </ol>
      )}
      {result?.output && <CodeBlock label={t("Output of the script")} text={result.output} />}
      {result?.artifact_error && <p className="text-soft">{sentenceOf(result.artifact_error)}</p>}
      <Dialog
        isOpen={opened !== undefined}
        onClose={() => setOpen(null)}
        title={open === null ? "" : stepTitle(steps.get(open)?.name ?? "")}
        isWide
      >
        {opened && <Screenshot shot={opened} alt={t("The page after the step")} />}
      </Dialog>
    </section>
  );
}

function TestSummary({ test, isBusy, count }: JourneyTestPanelProps & { count: number }) {
  const { steps, result, wasStopped } = test;
  const ended = [...steps.values()].filter(({ status }) => status !== "running");
  if (result === null) {
    if (wasStopped) return <span>{t("Stopped. Nothing was saved.")}</span>;
    const current = [...steps.values()].findLast(({ status }) => status === "running");
    if (!isBusy || current === undefined) return <span>{t("Starting the browser …")}</span>;
    return (
      <span>
        {t("Step {number} of {count} is running.", {
          number: current.index + 1,
          count: Math.max(count, current.index + 1),
        })}
      </span>
    );
  }
  const passed = ended.filter(({ status }) => status === "passed").length;
  const { error } = result;
  return (
    <>
      <StatusBadge
        status={result.status === "passed" ? "up" : "down"}
        word={result.status === "passed" ? t("Passed") : t("Failed")}
      />
      <span>
        {t("{passed} of {count, plural, one {# step} other {# steps}} passed in {time} at {location}.", {
          passed,
          count: ended.length,
          time: responseText(result.duration_ms),
          location: result.location,
        })}
      </span>
      {error?.step_index === null && <span className="text-down">{sentenceOf(error.message)}</span>}
      <span className="text-soft">{t("Nothing was saved.")}</span>
    </>
  );
}

type TestedStepProps = {
  index: number;
  name: string;
  /** Undefined until it starts. */
  step: JourneyTestStep | undefined;
  isAwaited: boolean;
  screenshot: JourneyTestScreenshot | undefined;
  onOpen(): void;
};

function TestedStep({ index, name, step, isAwaited, screenshot, onOpen }: TestedStepProps) {
  return (
    <li className="flex min-w-0 flex-wrap items-start gap-x-3 gap-y-2 px-4 py-2.5">
      <span className="w-6 flex-none text-end text-soft tabular-nums">{index + 1}.</span>
      <div className="grid min-w-0 flex-1 basis-48 gap-1">
        <span className="wrap-anywhere">{name}</span>
        {step?.error && (
          <span className="wrap-anywhere whitespace-pre-wrap text-down">
            {sentenceOf(step.error.message)}
          </span>
        )}
      </div>
      {screenshot && (
        <button
          type="button"
          aria-label={t("Enlarge the screenshot of step {number}", { number: index + 1 })}
          className="block w-24 flex-none overflow-hidden rounded-lg border border-line hover:border-line-strong"
          onClick={onOpen}
        >
          <Screenshot shot={screenshot} alt="" />
        </button>
      )}
      <span className="flex min-w-24 flex-none flex-col items-end gap-1 max-sm:ms-9 max-sm:flex-row max-sm:items-center max-sm:gap-2">
        <StepState step={step} isAwaited={isAwaited} />
        {step && step.duration_ms !== null && (
          <span className="text-[0.8125rem] text-soft tabular-nums">{responseText(step.duration_ms)}</span>
        )}
      </span>
    </li>
  );
}

function StepState({ step, isAwaited }: Pick<TestedStepProps, "step" | "isAwaited">) {
  if (step === undefined || (step.status === "running" && !isAwaited)) {
    return <span className="text-soft">{isAwaited ? t("Waiting") : t("Not run")}</span>;
  }
  if (step.status === "running") return <StatusBadge status="pending" word={t("Running")} />;
  const { tone, word } = stepBadge(step.status);
  return <StatusBadge status={tone} word={word} />;
}

function Screenshot({ shot, alt }: { shot: JourneyTestScreenshot; alt: string }) {
  const src = `data:${shot.content_type};base64,${shot.data_base64}`;
  return <img src={src} alt={alt} className="block h-auto w-full" />;
}
