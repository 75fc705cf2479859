import type { RunStep } from "@vedette/contract/runs/runs.ts";
import { CodeBlock } from "../../../components/code/code-block.tsx";
import { Notice } from "../../../components/notice.tsx";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { responseText, sentenceOf } from "../../../format.ts";
import { ArtifactImage } from "./artifact-image.tsx";
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
      {step.status === "skipped" && <p className="text-soft">Skipped, because an earlier step failed.</p>}
      <dl className="flex flex-wrap gap-x-6 gap-y-1 text-[0.8125rem]">
        <Fact term="Action" text={step.action.replaceAll("_", " ")} />
        <Fact term="Duration" text={responseText(step.duration_ms)} />
        {step.url && <Fact term="Page" text={step.url} />}
      </dl>
      {step.visual_diff ? (
        <VisualComparison diff={step.visual_diff} place={place} />
      ) : (
        step.screenshot_url && (
          <div className="max-w-3xl overflow-hidden rounded-lg border border-line">
            <ArtifactImage url={step.screenshot_url} alt={`The page after "${step.name}"`} />
          </div>
        )
      )}
      <Exchange step={step} />
      {step.extracted.length > 0 && (
        <CodeBlock
          label="Extracted values"
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

/** Request, response and assertions of a request step. */
function Exchange({ step: { request, response, assertions } }: { step: RunStep }) {
  return (
    <>
      {assertions.length > 0 && (
        <ul className="grid gap-1.5">
          {assertions.map((one) => (
            <li
              key={`${one.type} ${one.property} ${one.operator} ${one.value}`}
              className="flex flex-wrap items-center gap-2 wrap-anywhere"
            >
              <StatusBadge status={one.passed ? "up" : "down"} word={one.passed ? "Passed" : "Failed"} />
              <span>
                {[one.type, one.property, one.operator, one.value]
                  .filter((part) => part !== null)
                  .join(" ")
                  .replaceAll("_", " ")}
              </span>
              {!one.passed && <span className="text-soft">actual: {String(one.actual)}</span>}
            </li>
          ))}
        </ul>
      )}
      {request && (
        <CodeBlock
          label="Request"
          text={messageText(`${request.method} ${request.url}`, request.headers, request.body)}
        />
      )}
      {response && (
        <CodeBlock
          label="Response"
          text={messageText(`${response.status_code}`, response.headers, response.body)}
        />
      )}
    </>
  );
}

function messageText(
  first: string,
  headers: Readonly<Record<string, string>>,
  body: string | null | undefined,
): string {
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [first, ...head, ...(body ? ["", body] : [])].join("\n");
}
