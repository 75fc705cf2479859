import type { ResponseFacts } from "@vedette/contract/evidence/response-facts.ts";
import { t } from "../../language/t.ts";
import { prettyText } from "../runs/message-parts.tsx";
import { blocksOf, type ComparedLine, compareLines } from "./compare-lines.ts";
import type { ComparedColumn } from "./side-by-side.tsx";

type BodyComparisonProps = {
  columns: readonly [ComparedColumn, ComparedColumn];
  good: ResponseFacts | null;
  bad: ResponseFacts | null;
};

/** Two bodies beside each other, with the lines that differ marked. Renders nothing if no body was kept. */
export function BodyComparison({ columns, good, bad }: BodyComparisonProps) {
  const [goodBody, badBody] = [good?.body ?? null, bad?.body ?? null];
  if (goodBody === null && badBody === null) return null;
  const [goodLines, badLines] = compareLines(prettyText(goodBody ?? ""), prettyText(badBody ?? ""));
  const isCompared = goodBody !== null && badBody !== null;
  return (
    <details className="min-w-0">
      <summary className="cursor-pointer text-sm font-semibold">{t("Bodies")}</summary>
      <div className="mt-2 grid min-w-0 gap-3 md:grid-cols-2">
        <Body title={columns[0].title} response={good} lines={goodLines} isCompared={isCompared} />
        <Body title={columns[1].title} response={bad} lines={badLines} isCompared={isCompared} />
      </div>
    </details>
  );
}

type BodyProps = {
  title: string;
  response: ResponseFacts | null;
  lines: readonly ComparedLine[];
  isCompared: boolean;
};

function Body({ title, response, lines, isCompared }: BodyProps) {
  const label = response?.is_body_cut ? t("{title} (the beginning)", { title }) : title;
  return (
    <figure className="card min-w-0 overflow-hidden">
      <figcaption className="border-b border-line bg-raised px-3 py-1.5 text-[0.8125rem] font-semibold">
        {label}
      </figcaption>
      {(response?.body ?? null) === null ? (
        <p className="p-3 text-soft">{t("No body was kept.")}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard.
        <pre tabIndex={0} className="max-h-96 overflow-auto p-3 whitespace-pre-wrap">
          {blocksOf(lines).map(({ start, text, isChanged }) => (
            <Block key={start} text={text} isMarked={isCompared && isChanged} />
          ))}
        </pre>
      )}
    </figure>
  );
}

function Block({ text, isMarked }: { text: string; isMarked: boolean }) {
  if (isMarked) return <mark className="block bg-degraded-ground text-inherit">{text}</mark>;
  return <span className="block">{text}</span>;
}
