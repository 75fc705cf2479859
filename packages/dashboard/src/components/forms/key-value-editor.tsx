import { useState } from "react";
import { nounInSentence } from "../../language/in-sentence.ts";
import { t } from "../../language/t.ts";
import { Button, IconButton } from "../button.tsx";

type KeyValueEditorProps = {
  /** The label of one entry: "Header", "Parameter". */
  noun: string;
  /** Of a name and of a value. */
  placeholders?: readonly [string, string];
  values: Readonly<Record<string, string>>;
  onValues(values: Record<string, string>): void;
  /** The validation error. */
  error: string | null;
};

type Line = { id: number; name: string; value: string };

const PLURALS: ReadonlyMap<string, string> = new Map([
  [t("Header"), t("Headers")],
  [t("Parameter"), t("Parameters")],
  [t("Variable"), t("Variables")],
  [t("DNS override"), t("DNS overrides")],
]);

const INPUT =
  "min-h-10 w-full rounded-lg border border-line-strong bg-surface px-3 font-mono text-sm aria-invalid:border-down";

/** Edits names and values, such as headers. Rows keep their order while editing. For duplicate names the last value wins. */
export function KeyValueEditor({
  noun: label,
  placeholders = [t("Name"), t("Value")],
  values,
  onValues,
  error,
}: KeyValueEditorProps) {
  const [lines, setLines] = useState<readonly Line[]>(() =>
    Object.entries(values).map(([name, value], id) => ({ id, name, value })),
  );

  function change(next: readonly Line[]): void {
    setLines(next);
    onValues(
      Object.fromEntries(next.filter(({ name }) => name !== "").map(({ name, value }) => [name, value])),
    );
  }

  const edit = (id: number, part: Partial<Line>) =>
    change(lines.map((line) => (line.id === id ? { ...line, ...part } : line)));
  const noun = /^[A-Z]{2}/.test(label) ? label : nounInSentence(label);
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-semibold">{PLURALS.get(label) ?? label}</legend>
      {lines.map(({ id, name, value }, index) => (
        <div key={id} className="grid grid-cols-[minmax(0,1fr)_minmax(0,2fr)_auto] gap-2">
          <input
            className={INPUT}
            aria-label={t("Name of {noun} {number}", { noun, number: index + 1 })}
            aria-invalid={error !== null}
            placeholder={placeholders[0]}
            value={name}
            onChange={(event) => edit(id, { name: event.target.value })}
          />
          <input
            className={INPUT}
            aria-label={t("Value of {noun} {number}", { noun, number: index + 1 })}
            aria-invalid={error !== null}
            placeholder={placeholders[1]}
            value={value}
            onChange={(event) => edit(id, { value: event.target.value })}
          />
          <IconButton
            label={t("Remove {noun} {number}", { noun, number: index + 1 })}
            icon="close"
            onClick={() => change(lines.filter((line) => line.id !== id))}
          />
        </div>
      ))}
      {error && <p className="text-[0.8125rem] text-down">{error}</p>}
      <Button
        icon="plus"
        className="justify-self-start"
        onClick={() =>
          setLines([...lines, { id: Math.max(-1, ...lines.map(({ id }) => id)) + 1, name: "", value: "" }])
        }
      >
        {t("Add {noun}", { noun })}
      </Button>
    </fieldset>
  );
}
