import type { Conflict } from "@vedette/contract/common/envelope.ts";
import { t } from "../../language/t.ts";
import { fieldLabel, valueText } from "./edited-values.ts";
import type { EditedField } from "./merge-edits.ts";

type EditedFieldListProps = { fields: readonly EditedField[]; secretFields: readonly string[] };

const ORDER = ["both", "them", "me"];

/** Shows each field that one of the two edits changed, mine beside theirs, and which one a merge keeps. */
export function EditedFieldList({ fields, secretFields }: EditedFieldListProps) {
  const sorted = fields.toSorted(
    (one, other) => ORDER.indexOf(one.changedBy) - ORDER.indexOf(other.changedBy),
  );
  return (
    <ul className="grid gap-3">
      {sorted.map(({ path, mine, theirs, changedBy }) => {
        const text = (value: unknown) => (secretFields.includes(path) ? "••••" : valueText(value));
        const isMineKept = changedBy !== "them";
        return (
          <li key={path} className="grid gap-1.5 border-t border-line pt-3">
            <div className="flex flex-wrap items-baseline justify-between gap-x-3">
              <h3 className="text-base">{fieldLabel(path)}</h3>
              <span className="text-[0.8125rem] text-soft">{CHANGES[changedBy]}</span>
            </div>
            <dl className="grid gap-2 sm:grid-cols-2">
              <Side title={t("Yours")} text={text(mine)} isKept={isMineKept} />
              <Side title={t("Theirs")} text={text(theirs)} isKept={!isMineKept} />
            </dl>
          </li>
        );
      })}
    </ul>
  );
}

const CHANGES = {
  both: t("Both of you changed it. Merge keeps yours."),
  them: t("Only they changed it. Merge keeps theirs."),
  me: t("Only you changed it."),
};

function Side({ title, text, isKept }: { title: string; text: string; isKept: boolean }) {
  return (
    <div className="grid min-w-0 content-start gap-0.5">
      <dt className="text-[0.8125rem] text-soft">{title}</dt>
      <dd className={`min-w-0 rounded-md px-2 py-1 ${isKept ? "bg-accent-ground" : "bg-raised"}`}>
        <code className="whitespace-pre-wrap wrap-anywhere">{text}</code>
      </dd>
    </div>
  );
}

/** Changes to fields that the form does not contain; saving the form keeps them. */
export function OtherChanges({ changes }: { changes: NonNullable<Conflict["changes"]> }) {
  if (changes.length === 0) return null;
  return (
    <div className="grid gap-1 border-t border-line pt-3">
      <p>{t("Also changed, and kept with each choice:")}</p>
      <ul className="list-inside list-disc wrap-anywhere">
        {changes.map(({ field, before, after }) => (
          <li key={field}>
            {fieldLabel(field)}: {valueText(before)} → {valueText(after)}
          </li>
        ))}
      </ul>
    </div>
  );
}
