import type { RunStep } from "@vedette/contract/runs/runs.ts";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { type Column, Table } from "../../../components/table.tsx";
import { stepTitle } from "../../../features/steps/step-title.ts";
import { t } from "../../../language/t.ts";

type ConsoleLine = NonNullable<RunStep["console"]>[number] & { id: string; step: string };
type FailedRequest = NonNullable<RunStep["failed_requests"]>[number] & { id: string; step: string };

export function linesOf(steps: readonly RunStep[]): ConsoleLine[] {
  return steps.flatMap((step) =>
    (step.console ?? []).map((line, place) => ({ ...line, ...whereOf(step, place) })),
  );
}

export function requestsOf(steps: readonly RunStep[]): FailedRequest[] {
  return steps.flatMap((step) =>
    (step.failed_requests ?? []).map((request, place) => ({ ...request, ...whereOf(step, place) })),
  );
}

function whereOf({ index, name }: RunStep, place: number): { id: string; step: string } {
  return { id: `${index} ${place}`, step: `${index + 1}. ${stepTitle(name)}` };
}

/** Console errors and warnings of the pages. */
export function ConsoleLines({ lines }: { lines: readonly ConsoleLine[] }) {
  if (lines.length === 0) return <p className="py-6 text-soft">{t("No console errors or warnings.")}</p>;
  return <Table caption={t("Console")} columns={LINE_COLUMNS} rows={lines} idOf={({ id }) => id} />;
}

export function FailedRequests({ requests }: { requests: readonly FailedRequest[] }) {
  if (requests.length === 0) return <p className="py-6 text-soft">{t("No failed requests.")}</p>;
  return (
    <Table caption={t("Failed requests")} columns={REQUEST_COLUMNS} rows={requests} idOf={({ id }) => id} />
  );
}

const LINE_COLUMNS: readonly Column<ConsoleLine>[] = [
  {
    id: "text",
    title: t("Console"),
    cell: ({ text, url }) => (
      <div className="wrap-anywhere">
        <code className="whitespace-pre-wrap">{text}</code>
        {url && <span className="block text-[0.8125rem] text-soft">{url}</span>}
      </div>
    ),
  },
  {
    id: "level",
    title: t("Level"),
    cell: ({ level }) => (
      <StatusBadge
        status={level === "error" ? "down" : "degraded"}
        word={level === "error" ? t("Error") : t("Warning")}
      />
    ),
  },
  { id: "step", title: t("Step"), isWideOnly: true, cell: ({ step }) => step },
];

const REQUEST_COLUMNS: readonly Column<FailedRequest>[] = [
  {
    id: "url",
    title: t("Failed request"),
    cell: ({ method, url }) => (
      <code className="wrap-anywhere">
        {method} {url}
      </code>
    ),
  },
  {
    id: "why",
    title: t("Reason"),
    cell: ({ status_code: code, error }) => (
      <StatusBadge
        status="down"
        word={error ?? (code === null ? t("No response") : t("Status {code}", { code }))}
      />
    ),
  },
  { id: "step", title: t("Step"), isWideOnly: true, cell: ({ step }) => step },
];
