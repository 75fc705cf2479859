import { t } from "../../../language/t.ts";
import type { FieldChange } from "./field-changes.ts";
import { unknownIds, withNames } from "./id-names.ts";
import { useNamesWithTargets } from "./use-audit-names.ts";

type FieldDiffProps = {
  changes: readonly FieldChange[];
  /** The names of objects by id. */
  names: ReadonlyMap<string, string>;
};

/** Shows the old and the new value of each field, marked by a sign and by text, not by color alone. */
export function FieldDiff({ changes, names: known }: FieldDiffProps) {
  const texts = changes.flatMap(({ before, after }) => [before, after]);
  const names = useNamesWithTargets(known, unknownIds(texts, known));
  if (changes.length === 0) return <p className="text-soft">{t("No fields changed.")}</p>;
  return (
    <dl className="grid gap-2.5">
      {changes.map(({ path, before, after }) => (
        <div key={path} className="grid gap-1 sm:grid-cols-[12rem_1fr] sm:gap-4">
          <dt className="wrap-anywhere text-soft">
            <code>{path}</code>
          </dt>
          <dd className="grid min-w-0 gap-1">
            {before !== null && <Value kind="before" text={withNames(before, names)} />}
            {after !== null && <Value kind="after" text={withNames(after, names)} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const STYLES = {
  before: { sign: "−", label: t("Before:"), style: "bg-down-ground text-down" },
  after: { sign: "+", label: t("After:"), style: "bg-up-ground text-up" },
};

function Value({ kind, text }: { kind: keyof typeof STYLES; text: string }) {
  const { sign, label, style } = STYLES[kind];
  return (
    <div className={`flex gap-2 rounded-md px-2 py-0.5 ${style}`}>
      <span aria-hidden="true" className="font-mono">
        {sign}
      </span>
      <span className="sr-only">{label}</span>
      <code className="min-w-0 whitespace-pre-wrap">{text}</code>
    </div>
  );
}
