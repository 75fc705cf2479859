import type { CheckResult, KeptBody } from "@vedette/contract/checks/check-results.ts";
import { LoadState } from "../../../components/load-state.tsx";
import { type Column, Table } from "../../../components/table.tsx";
import { prettyText } from "../../../features/runs/message-parts.tsx";
import { t } from "../../../language/t.ts";
import {
  BODY_LINES_MAX,
  type ComparedRow,
  compareHeaders,
  compareResults,
  type MarkedLine,
  markLines,
} from "./compare-results.ts";
import { useKeptBody, useLastGood } from "./use-result.ts";

/** A failed check beside the last good one at its location; what differs is marked. */
export function CheckComparison({ result }: { result: CheckResult }) {
  const { data: good, error } = useLastGood(result);
  return (
    <section className="grid gap-3" aria-labelledby="comparison-title">
      <h3 id="comparison-title" className="font-semibold">
        {t("Compared with the last good check")}
      </h3>
      {good === undefined && <LoadState data={undefined} error={error} />}
      {good === null && (
        <p className="text-soft">
          {t("No earlier successful check at {location} is stored.", { location: result.location })}
        </p>
      )}
      {good && (
        <>
          <Table
            caption={t("This check and the last good one")}
            columns={COLUMNS}
            rows={compareResults(result, good)}
            idOf={({ id }) => id}
          />
          {result.has_body && good.has_body && <ResponseComparison result={result} good={good} />}
          {result.has_body && !good.has_body && (
            <p className="text-soft">
              {t(
                "The response of the last good check was not kept. Set “Keep response” of the monitor to keep every response.",
              )}
            </p>
          )}
        </>
      )}
    </section>
  );
}

const COLUMNS: readonly Column<ComparedRow>[] = [
  {
    id: "label",
    title: t("Fact"),
    cell: ({ label, differs }) => (
      <span className="wrap-anywhere">
        {label}
        {differs && (
          <strong className="ms-2 text-[0.8125rem] text-degraded">
            <span aria-hidden="true">≠ </span>
            {t("differs")}
          </strong>
        )}
      </span>
    ),
  },
  {
    id: "this",
    title: t("This check"),
    cell: ({ values, differs }) => <Value text={values[0]} isMarked={differs} title={t("this")} />,
  },
  {
    id: "good",
    title: t("Last good check"),
    cell: ({ values }) => <Value text={values[1]} isMarked={false} title={t("good")} />,
  },
];

function Value({ text, isMarked, title }: { text: string; isMarked: boolean; title: string }) {
  return (
    <span className={`wrap-anywhere ${isMarked ? "rounded-sm bg-degraded-ground px-1 text-degraded" : ""}`}>
      {/* On phones the table has no header. */}
      <span className="text-soft md:hidden">{title}: </span>
      {text}
    </span>
  );
}

function ResponseComparison({ result, good }: { result: CheckResult; good: CheckResult }) {
  const own = useKeptBody(result);
  const other = useKeptBody(good);
  if (!own.data || !other.data)
    return <LoadState data={undefined} error={own.error ?? other.error} lines={3} />;
  return (
    <>
      <Table
        caption={t("Response headers of this check and of the last good one")}
        columns={COLUMNS}
        rows={compareHeaders(own.data, other.data)}
        idOf={({ id }) => id}
      />
      <div className="grid gap-3 md:grid-cols-2">
        <Body title={t("Body of this check")} kept={own.data} other={other.data} />
        <Body title={t("Body of the last good check")} kept={other.data} other={own.data} />
      </div>
    </>
  );
}

function Body({ title, kept, other }: { title: string; kept: KeptBody; other: KeptBody }) {
  const text = kept.body === null ? null : prettyText(kept.body);
  const lines = text === null ? [] : markLines(text, prettyText(other.body ?? ""));
  return (
    <figure className="card min-w-0 overflow-hidden">
      <figcaption className="border-b border-line bg-raised px-3 py-1.5 text-[0.8125rem] font-semibold">
        {title}
      </figcaption>
      {text === null ? (
        <p className="p-3 text-soft">{t("The body was empty, not text or not available.")}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard.
        <pre tabIndex={0} className="max-h-80 overflow-auto p-3 whitespace-pre-wrap">
          {lines.map((line) => (
            <Line key={line.nr} line={line} />
          ))}
          {lines.length === BODY_LINES_MAX && "…"}
        </pre>
      )}
    </figure>
  );
}

function Line({ line: { text, differs } }: { line: MarkedLine }) {
  if (!differs) return `${text}\n`;
  return <mark className="bg-degraded-ground font-semibold text-degraded">{`${text}\n`}</mark>;
}
