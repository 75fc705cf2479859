import { Link } from "@tanstack/react-router";
import type { EvidenceRun } from "@vedette/contract/evidence/evidence-bundles.ts";
import type { EvidenceStep } from "@vedette/contract/evidence/evidence-facts.ts";
import { type ReactNode, useState } from "react";
import { CodeBlock } from "../../components/code/code-block.tsx";
import { FactList } from "../../components/fact-list.tsx";
import { sentenceOf } from "../../format.ts";
import { t } from "../../language/t.ts";
import { ArtifactImage } from "../runs/artifacts/artifact-image.tsx";
import type { RunNoun } from "../runs/run-target.ts";

type FailingStepProps = { noun: RunNoun; targetId: string; run: EvidenceRun; step: EvidenceStep | null };

const LINK = "text-accent underline underline-offset-2";

/** The step of a run that failed, with what its page logged and could not load. */
export function FailingStep({ noun, targetId, run, step }: FailingStepProps) {
  const facts: (readonly [string, ReactNode])[] = [
    ...(step === null ? [] : ([[t("Step"), `${step.index + 1}: ${step.name}`]] as const)),
    ...(step?.message ? ([[t("Error"), `${sentenceOf(step.message)} (${step.code})`]] as const) : []),
    ...(run.url === null ? [] : ([["URL", run.url]] as const)),
    [
      t("Failed run"),
      <RunLink key="failed" noun={noun} id={targetId} runId={run.failed_run_id} text={filesText(run)} />,
    ],
    ...(run.passed_run_id === null
      ? []
      : ([
          [
            t("Last good run"),
            <RunLink
              key="passed"
              noun={noun}
              id={targetId}
              runId={run.passed_run_id}
              text={t("Open the run")}
            />,
          ],
        ] as const)),
  ];
  return (
    <div className="grid gap-3">
      <h3 className="text-sm font-semibold">{t("Failing step")}</h3>
      <FactList facts={facts} />
      <Screenshot run={run} />
      <PageElements dom={run.dom} />
      <Lines
        title={t("Console")}
        lines={run.console.map(
          ({ level, text, url }) => `${level}: ${text}${url === null ? "" : ` (${url})`}`,
        )}
      />
      <Lines
        title={t("Failed requests")}
        lines={run.failed_requests.map(
          ({ method, url, status_code: code, error }) =>
            `${method} ${url}: ${error ?? code ?? t("no response")}`,
        )}
      />
    </div>
  );
}

/** Loaded when it is opened: a page of evidence has up to ten of them. */
function Screenshot({ run: { files } }: { run: EvidenceRun }) {
  const [isOpen, setOpen] = useState(false);
  const file = files.findLast(({ kind }) => kind === "screenshot");
  if (file === undefined) return null;
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={SUMMARY}>{t("Screenshot")}</summary>
      {isOpen && (
        <div className="card mt-2 overflow-hidden">
          <ArtifactImage url={file.id} alt={t("The page after the step failed")} />
        </div>
      )}
    </details>
  );
}

/** As text: nothing that a target sent is rendered. */
function PageElements({ dom }: { dom: EvidenceRun["dom"] }) {
  if (dom === null) return null;
  return (
    <details className="min-w-0">
      <summary className={SUMMARY}>{t("Page (DOM)")}</summary>
      <div className="mt-2">
        <CodeBlock
          label={dom.is_cut ? t("HTML of the page (the beginning)") : t("HTML of the page")}
          text={dom.html}
        />
      </div>
    </details>
  );
}

const SUMMARY = "cursor-pointer text-sm font-semibold";

function filesText({ files }: EvidenceRun): string {
  const kinds = [...new Set(files.map(({ kind }) => kind))];
  return kinds.length === 0
    ? t("Open the run")
    : t("Open the run with its {join}", { join: kinds.join(", ") });
}

function RunLink({ noun, id, runId, text }: { noun: RunNoun; id: string; runId: string; text: string }) {
  return (
    <Link to={`/${noun}/$id/runs/$runId`} params={{ id, runId }} className={LINK}>
      {text}
    </Link>
  );
}

function Lines({ title, lines }: { title: string; lines: readonly string[] }) {
  return lines.length === 0 ? null : <CodeBlock label={title} text={lines.join("\n")} />;
}
