import { useState } from "react";
import { Button, IconButton } from "../../components/button.tsx";
import { t } from "../../language/t.ts";
import {
  parameterText,
  type QueryParameter,
  queryTexts,
  readParameter,
  withQueryTexts,
} from "./url-query.ts";

type QueryEditorProps = {
  url: string;
  onUrl(url: string): void;
  /** Parameters that are stored beside the URL. */
  query?: Readonly<Record<string, string>>;
  onQuery?(query: Record<string, string>): void;
  error?: string | null;
};

type Row = QueryParameter & { number: number; change(next: QueryParameter): void; remove(): void };

const INPUT =
  "min-h-10 w-full rounded-lg border border-line-strong bg-surface px-3 font-mono text-sm aria-invalid:border-down";

/** The query parameters of a request as a table. It shows and changes the query of the URL. */
export function QueryEditor({ url, onUrl, query = {}, onQuery, error = null }: QueryEditorProps) {
  // A parameter without a name and a value is not in the URL yet.
  const [hasBlank, setBlank] = useState(false);
  const texts = queryTexts(url);
  const stored = Object.entries(query);
  const inUrl = texts.map((text, index) => ({
    ...readParameter(text),
    change: (next: QueryParameter) => onUrl(withQueryTexts(url, texts.with(index, parameterText(next)))),
    remove: () => onUrl(withQueryTexts(url, texts.toSpliced(index, 1))),
  }));
  const blank = {
    ...{ name: "", value: "" },
    change(next: QueryParameter) {
      setBlank(false);
      onUrl(withQueryTexts(url, [...texts, parameterText(next)]));
    },
    remove: () => setBlank(false),
  };
  const besideUrl = stored.map(([name, value], index) => ({
    ...{ name, value },
    change: (next: QueryParameter) =>
      onQuery?.(Object.fromEntries(stored.with(index, [next.name, next.value]))),
    remove: () => onQuery?.(Object.fromEntries(stored.toSpliced(index, 1))),
  }));
  // The blank row keeps its number when it moves to the URL, and so the focus.
  const rows = [...inUrl, ...(hasBlank ? [blank] : []), ...besideUrl].map(
    (row, index): Row => ({ ...row, number: index + 1 }),
  );
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-semibold">{t("Query parameters")}</legend>
      <p className="text-[0.8125rem] text-soft">
        {rows.length === 0 ? t("None. A parameter is added to the URL.") : t("In sync with the URL.")}
      </p>
      {rows.map((row) => (
        <ParameterRow key={row.number} row={row} isInvalid={error !== null} />
      ))}
      {error && <p className="text-[0.8125rem] text-down">{error}</p>}
      <Button icon="plus" className="justify-self-start" disabled={hasBlank} onClick={() => setBlank(true)}>
        {t("Add parameter")}
      </Button>
    </fieldset>
  );
}

function ParameterRow({ row, isInvalid }: { row: Row; isInvalid: boolean }) {
  const { number, name, value, change, remove } = row;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,2fr)_auto] gap-2">
      <input
        className={INPUT}
        aria-label={t("Name of parameter {number}", { number })}
        aria-invalid={isInvalid}
        placeholder={t("Name")}
        spellCheck={false}
        value={name}
        onChange={(event) => change({ name: event.target.value, value })}
      />
      <input
        className={INPUT}
        aria-label={t("Value of parameter {number}", { number })}
        aria-invalid={isInvalid}
        placeholder={t("Value")}
        spellCheck={false}
        value={value}
        onChange={(event) => change({ name, value: event.target.value })}
      />
      <IconButton label={t("Remove parameter {number}", { number })} icon="close" onClick={remove} />
    </div>
  );
}
