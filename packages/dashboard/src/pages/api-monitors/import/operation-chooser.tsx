import { type KeyboardEvent, useDeferredValue, useMemo, useState } from "react";
import { Button } from "../../../components/button.tsx";
import { ChoiceFilter, SearchFilter, TagFilter } from "../../../components/list-filter.tsx";
import { LOCALE } from "../../../language/language.ts";
import { t } from "../../../language/t.ts";
import { WritesBadge } from "../writes-badge.tsx";
import { isWriting, matching, methodsOf, type Operation, operationTags } from "./operation-filter.ts";

/** Rows that a browser renders without a visible delay; a search finds the others. */
const SHOWN_MAX = 1_000;

type OperationChooserProps = {
  operations: readonly Operation[];
  chosen: ReadonlySet<number>;
  onChosen(chosen: ReadonlySet<number>): void;
};

/** Selects operations of a document, filtered by text, tag and method, with the mouse or the keyboard. */
export function OperationChooser({ operations, chosen, onChosen }: OperationChooserProps) {
  const [text, setText] = useState("");
  const [tag, setTag] = useState<string | null>(null);
  const [method, setMethod] = useState<string | null>(null);
  const wanted = useDeferredValue(text);
  const found = useMemo(
    () => matching(operations, { text: wanted, tag, method }),
    [operations, wanted, tag, method],
  );
  const shown = found.slice(0, SHOWN_MAX);
  const change = (indexes: readonly Operation[], isChosen: boolean) => {
    const next = new Set(chosen);
    for (const { index } of indexes) isChosen ? next.add(index) : next.delete(index);
    onChosen(next);
  };
  const methods = methodsOf(operations).map((value) => ({ value, label: value }));
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-2">
        <SearchFilter label={t("Search operations")} text={text} onText={setText} />
        <TagFilter tags={operationTags(operations)} chosen={tag} onChoose={setTag} />
        <ChoiceFilter<string>
          label={t("Method")}
          all={t("All methods")}
          options={methods}
          chosen={method}
          onChoose={setMethod}
        />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p aria-live="polite" className="text-[0.8125rem] text-soft">
          {t("{chosen, number} of {all, number} selected, {shown, number} shown", {
            chosen: chosen.size,
            all: operations.length,
            shown: found.length,
          })}
        </p>
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => change(found, true)}>{t("Select all shown")}</Button>
          <Button onClick={() => change(found, false)}>{t("Deselect all shown")}</Button>
        </div>
      </div>
      <OperationList operations={shown} chosen={chosen} onChange={(one, is) => change([one], is)} />
      {found.length > SHOWN_MAX && (
        <p className="text-[0.8125rem] text-soft">
          {t("Showing the first {count} of {count2}. Search to find the others.", {
            count: count(SHOWN_MAX),
            count2: count(found.length),
          })}
        </p>
      )}
    </div>
  );
}

type OperationListProps = {
  operations: readonly Operation[];
  chosen: ReadonlySet<number>;
  onChange(operation: Operation, isChosen: boolean): void;
};

function OperationList({ operations, chosen, onChange }: OperationListProps) {
  const [current, setCurrent] = useState<number | null>(null);
  // One tab stop: with a thousand of them the buttons below are out of reach of the keyboard.
  const stop = operations.some(({ index }) => index === current) ? current : operations[0]?.index;
  return (
    // No `content-visibility` on the rows: the dialog reads the style of every checkbox on each Tab, and the browser then
    // lays out the hidden rows one at a time, which takes 10 seconds for 1,000 of them.
    <fieldset
      className="max-h-[45dvh] overflow-y-auto rounded-lg border border-line"
      onKeyDown={moveByArrows}
    >
      <legend className="sr-only">{t("Operations (arrow keys move, Space selects)")}</legend>
      {operations.length === 0 && <p className="p-3 text-soft">{t("No operations match.")}</p>}
      {operations.map((operation) => (
        <label key={operation.index} className="flex items-start gap-2.5 px-3 py-1.5 hover:bg-raised">
          <input
            type="checkbox"
            className="mt-1 size-4 shrink-0 accent-(--accent)"
            tabIndex={operation.index === stop ? 0 : -1}
            checked={chosen.has(operation.index)}
            onFocus={() => setCurrent(operation.index)}
            onChange={(event) => onChange(operation, event.target.checked)}
          />
          <span className="min-w-0 flex-1 wrap-anywhere">
            <code>{`${operation.method} ${operation.path}`}</code> {isWriting(operation) && <WritesBadge />}
            <span className="block text-[0.8125rem] text-soft">
              {[operation.name, operation.tag].filter(Boolean).join(" · ")}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** Arrow keys, Home and End move between the checkboxes; Space is handled by the checkbox. */
function moveByArrows(event: KeyboardEvent<HTMLFieldSetElement>) {
  const boxes = [...event.currentTarget.querySelectorAll("input")];
  const at = boxes.findIndex((box) => box.matches(":focus"));
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: boxes.length - 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  boxes[to]?.focus();
}

function count(operations: number): string {
  return operations.toLocaleString(LOCALE);
}
