import { type KeyboardEvent, useDeferredValue, useMemo, useState } from "react";
import { Button } from "../../components/button.tsx";
import { ChoiceFilter, SearchFilter, TagFilter } from "../../components/list-filter.tsx";
import { isWriting, matching, methodsOf, type Operation, tagsOf } from "./operation-filter.ts";
import { WritesBadge } from "./writes-badge.tsx";

/** As many lines as a browser shows at once without delay; a search leads to the others. */
const SHOWN_MAX = 1_000;

type OperationChooserProps = {
  operations: readonly Operation[];
  chosen: ReadonlySet<number>;
  onChosen(chosen: ReadonlySet<number>): void;
};

/** Chooses operations of a document: narrowed down by words, tag and method, by mouse or arrow keys and Space. */
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
        <SearchFilter label="Search operations" text={text} onText={setText} />
        <TagFilter tags={tagsOf(operations)} chosen={tag} onChoose={setTag} />
        <ChoiceFilter<string>
          label="Method"
          all="All methods"
          options={methods}
          chosen={method}
          onChoose={setMethod}
        />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p aria-live="polite" className="text-[0.8125rem] text-soft">
          {`${chosen.size} of ${operations.length} chosen, ${found.length} shown`}
        </p>
        <div className="flex gap-2">
          <Button onClick={() => change(found, true)}>Choose all shown</Button>
          <Button onClick={() => change(found, false)}>Choose none shown</Button>
        </div>
      </div>
      <OperationList operations={shown} chosen={chosen} onChange={(one, is) => change([one], is)} />
      {found.length > SHOWN_MAX && (
        <p className="text-[0.8125rem] text-soft">
          {`The first ${SHOWN_MAX} of ${found.length} are listed; search for the others.`}
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
  return (
    <fieldset
      className="max-h-[45dvh] overflow-y-auto rounded-lg border border-line"
      onKeyDown={moveByArrows}
    >
      <legend className="sr-only">Operations</legend>
      {operations.length === 0 && <p className="p-3 text-soft">No operation matches.</p>}
      {operations.map((operation) => (
        <label
          key={operation.index}
          className="flex items-start gap-2.5 px-3 py-1.5 [content-visibility:auto] hover:bg-raised"
        >
          <input
            type="checkbox"
            className="mt-1 size-4 shrink-0 accent-(--accent)"
            checked={chosen.has(operation.index)}
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

/** Arrow keys, Home and End lead from box to box, as in a list; Space is the box's own. */
function moveByArrows(event: KeyboardEvent<HTMLFieldSetElement>) {
  const boxes = [...event.currentTarget.querySelectorAll("input")];
  const at = boxes.findIndex((box) => box.matches(":focus"));
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: boxes.length - 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  boxes[to]?.focus();
}
