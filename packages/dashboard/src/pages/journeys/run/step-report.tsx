import type { RunStep } from "@vedette/contract/runs/runs.ts";
import { CodeBlock } from "../../../components/code/code-block.tsx";
import { Notice } from "../../../components/notice.tsx";
import { ArtifactImage } from "../../../features/runs/artifacts/artifact-image.tsx";
import { RequestStep } from "../../../features/runs/request-step.tsx";
import { stepActionLabel, stepTitle } from "../../../features/steps/step-title.ts";
import { responseText, sentenceOf } from "../../../format.ts";
import { t } from "../../../language/t.ts";
import { ConsoleLines, FailedRequests, linesOf, requestsOf } from "./browser-evidence.tsx";
import { VisualComparison } from "./visual-comparison.tsx";

type StepReportProps = { step: RunStep; place: { journeyId: string; runId: string } };

/** Details of one step. */
export function StepReport({ step, place }: StepReportProps) {
  const lines = linesOf([step]);
  const requests = requestsOf([step]);
  return (
    <div className="grid gap-4 border-t border-line bg-raised px-4 py-4">
      {step.error && (
        <Notice>
          <span className="wrap-anywhere whitespace-pre-wrap">{sentenceOf(step.error.message)}</span>
        </Notice>
      )}
      {step.status === "skipped" && (
        <p className="text-soft">{t("Skipped, because an earlier step failed.")}</p>
      )}
      <dl className="flex flex-wrap gap-x-6 gap-y-1 text-[0.8125rem]">
        <Fact term={t("Action")} text={stepActionLabel(step.action)} />
        <Fact term={t("Duration")} text={responseText(step.duration_ms)} />
        {step.url && <Fact term={t("Page")} text={step.url} />}
      </dl>
      {step.visual_diff ? (
        <VisualComparison diff={step.visual_diff} place={place} />
      ) : (
        step.screenshot_url && (
          <div className="max-w-3xl overflow-hidden rounded-lg border border-line">
            <ArtifactImage
              url={step.screenshot_url}
              alt={t('The page after "{stepTitle}"', { stepTitle: stepTitle(step.name) })}
            />
          </div>
        )
      )}
      {step.request && <RequestStep step={step} />}
      {!step.request && step.extracted.length > 0 && (
        <CodeBlock
          label={t("Extracted values")}
          text={step.extracted.map(({ name, value }) => `${name} = ${value ?? "(nothing)"}`).join("\n")}
        />
      )}
      {lines.length > 0 && <ConsoleLines lines={lines} />}
      {requests.length > 0 && <FailedRequests requests={requests} />}
    </div>
  );
}

function Fact({ term, text }: { term: string; text: string }) {
  return (
    <div className="flex min-w-0 gap-1.5">
      <dt className="text-soft">{term}</dt>
      <dd className="wrap-anywhere">{text}</dd>
    </div>
  );
}
