import type { RunStep } from "@vedette/contract/runs/runs.ts";
import { type ReactNode, useId, useMemo, useState } from "react";
import { Button } from "../../../components/button.tsx";
import { CodeBlock } from "../../../components/code/code-block.tsx";
import { CopyButton } from "../../../components/code/copy-button.tsx";
import { toast } from "../../../components/toast.tsx";
import { assertionBody } from "../../../features/assertions/assertion-draft.ts";
import { assertionText } from "../../../features/assertions/assertion-labels.ts";
import { responseText } from "../../../format.ts";
import { t } from "../../../language/t.ts";
import type { ApiStepDraft } from "./draft.ts";
import { type JsonLine, jsonLines } from "./json-lines.ts";
import { assertionOf, extractionOf, type Pick, withAssertion, withExtraction } from "./response-picks.ts";

type ResponsePickerProps = {
  response: NonNullable<RunStep["response"]>;
  ms: number | null;
  number: number;
  step: ApiStepDraft;
  steps: readonly ApiStepDraft[];
  onStep(part: Partial<ApiStepDraft>): void;
};

/** More lines are shown on request. */
const LINES_MAX = 300;

/** A real response; each value can become an assertion or a variable. */
export function ResponsePicker({ response, ms, ...rest }: ResponsePickerProps) {
  const [open, setOpen] = useState<string | null>(null);
  const line = (id: string, pick: Pick, text: ReactNode) => (
    <PickLine
      pick={pick}
      text={text}
      isOpen={open === id}
      onToggle={() => setOpen(open === id ? null : id)}
      {...rest}
    />
  );
  const { status_code: status, headers, body, body_truncated: isCut } = response;
  // The page renders again with every key press above.
  const lines = useMemo(() => (body === null || isCut ? null : jsonLines(body)), [body, isCut]);
  return (
    <div className="grid min-w-0 gap-3">
      <p className="text-[0.8125rem] text-soft">{t("Click a value to add an assertion or extract it.")}</p>
      <div className="grid justify-items-start gap-1">
        {line(
          "status",
          { source: "status_code", status },
          <strong>{t("Status {code}", { code: status })}</strong>,
        )}
        {ms !== null &&
          line("time", { source: "response_time", ms }, t("Time {response}", { response: responseText(ms) }))}
      </div>
      <Framed label={t("Headers")}>
        <ul className="grid gap-0.5">
          {Object.entries(headers).map(([name, text]) => (
            <li key={name}>
              {line(
                t("header {name}", { name }),
                { source: "header", name, text },
                <code>
                  <strong>{name}</strong>: {text}
                </code>,
              )}
            </li>
          ))}
        </ul>
      </Framed>
      {body !== null && lines === null && (
        <CodeBlock label={isCut ? t("Body (first 64 KiB)") : t("Body")} text={body} />
      )}
      {body !== null && lines !== null && (
        <Framed label={t("Body")} copied={body}>
          <JsonBody lines={lines} line={line} />
        </Framed>
      )}
    </div>
  );
}

function JsonBody({
  lines,
  line,
}: {
  lines: readonly JsonLine[];
  line(id: string, pick: Pick, text: ReactNode): ReactNode;
}) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? lines : lines.slice(0, LINES_MAX);
  return (
    <>
      <ul className="grid gap-0.5">
        {shown.map(({ depth, label, text, value }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a response never changes.
          <li key={index} style={{ paddingInlineStart: `${Math.min(depth, 12) * 1.1}rem` }}>
            {value === null ? (
              <code className="px-1.5">{text}</code>
            ) : (
              line(
                value.path,
                { source: "json_path", picked: value },
                <code>
                  {label}
                  {text}
                </code>,
              )
            )}
          </li>
        ))}
      </ul>
      {shown.length < lines.length && (
        <Button className="mt-2" onClick={() => setWhole(true)}>
          {t("Show all {count, number} lines", { count: lines.length })}
        </Button>
      )}
    </>
  );
}

type PickLineProps = Omit<ResponsePickerProps, "response" | "ms"> & {
  pick: Pick;
  text: ReactNode;
  isOpen: boolean;
  onToggle(): void;
};

function PickLine({ pick, text, isOpen, onToggle, ...rest }: PickLineProps) {
  return (
    <div className="grid justify-items-start gap-1.5">
      <button
        type="button"
        aria-expanded={isOpen}
        className="min-h-6 rounded px-1.5 text-start wrap-anywhere hover:bg-accent-ground aria-expanded:bg-accent-ground"
        onClick={onToggle}
      >
        {text}
      </button>
      {isOpen && <PickActions pick={pick} onDone={onToggle} {...rest} />}
    </div>
  );
}

type PickActionsProps = Omit<PickLineProps, "text" | "isOpen" | "onToggle"> & { onDone(): void };

function PickActions({ pick, onDone, number, step, steps, onStep }: PickActionsProps) {
  const id = useId();
  const assertion = assertionOf(pick);
  const extraction = extractionOf(pick, steps);
  const sentence = assertionText(assertionBody(assertion));

  function assert(): void {
    onStep({ assertions: withAssertion(step.assertions, assertion) });
    toast(t("Assertion added to step {number}: {sentence}.", { number, sentence }));
    onDone();
  }

  function keep(): void {
    if (!extraction) return;
    onStep({ extract: withExtraction(step.extract, extraction) });
    toast(t("Step {number} extracts {variable}.", { number, variable: `{{${extraction.name}}}` }));
    onDone();
  }

  return (
    <div className="mb-2 ms-1.5 grid justify-items-start gap-2 border-s-2 border-accent ps-3 font-sans">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button icon="plus" aria-describedby={`${id}-assertion`} onClick={assert}>
          {t("Add assertion")}
        </Button>
        <span id={`${id}-assertion`} className="text-[0.8125rem] wrap-anywhere text-soft">
          {sentence}
        </span>
      </div>
      {extraction && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Button icon="plus" aria-describedby={`${id}-value`} onClick={keep}>
            {t("Save as variable")}
          </Button>
          <code id={`${id}-value`} className="text-soft">{`{{${extraction.name}}}`}</code>
        </div>
      )}
    </div>
  );
}

function Framed({ label, copied, children }: { label: string; copied?: string; children: ReactNode }) {
  return (
    <figure className="card min-w-0 overflow-hidden">
      <figcaption className="flex min-h-9 items-center justify-between gap-4 border-b border-line bg-raised px-3 py-1.5 text-[0.8125rem] font-semibold">
        {label}
        {copied !== undefined && <CopyButton text={copied} />}
      </figcaption>
      <div className="max-h-96 overflow-y-auto p-2">{children}</div>
    </figure>
  );
}
