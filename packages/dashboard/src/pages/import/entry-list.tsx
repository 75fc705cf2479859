import type { ImportEntry } from "@vedette/contract/imports/imports.ts";
import { useId, useState } from "react";
import { ChoiceFilter, SearchFilter } from "../../components/list-filter.tsx";
import { type Column, Table } from "../../components/table.tsx";
import { LOCALE } from "../../language/language.ts";
import { t } from "../../language/t.ts";
import { kindLabel } from "./kind-labels.ts";
import { filterEntries, groupReasons, idOfEntry, kindsOf, type ReasonGroup } from "./review-entries.ts";

const COLUMNS: readonly Column<ImportEntry>[] = [
  {
    id: "name",
    title: t("Name"),
    width: "md:w-2/5",
    cell: ({ name, key }) => (
      <span className="grid wrap-anywhere">
        <bdi>{name === "" ? key : name}</bdi>
      </span>
    ),
  },
  {
    id: "kind",
    title: t("Kind"),
    width: "md:w-36",
    cell: ({ kind }) => <span className="text-soft">{kindLabel(kind)}</span>,
  },
  {
    id: "reasons",
    title: t("Reasons"),
    cell: ({ reasons }) =>
      reasons.length > 0 && (
        <ul className="grid gap-1 wrap-anywhere">
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      ),
  },
];
const WITHOUT_REASONS = COLUMNS.filter(({ id }) => id !== "reasons");

/** One list of the review, with a search, a filter by kind, and its reasons, most frequent first. */
export function EntryList({
  entries,
  caption,
  empty,
}: {
  entries: readonly ImportEntry[];
  caption: string;
  empty: string;
}) {
  const [text, setText] = useState("");
  const [kind, setKind] = useState<string | null>(null);
  const [reason, setReason] = useState<string | null>(null);
  if (entries.length === 0) return <p className="py-4 text-soft">{empty}</p>;
  const groups = groupReasons(entries);
  const shown = filterEntries(entries, { text, kind, reason });
  const options = kindsOf(entries).map((value) => ({ value, label: kindLabel(value) }));
  return (
    <div className="grid gap-3">
      {groups.length > 0 && <ReasonChoice groups={groups} chosen={reason} onChoose={setReason} />}
      <div className="flex flex-wrap items-center gap-2">
        <SearchFilter label={t("Search by name")} text={text} onText={setText} />
        {options.length > 1 && (
          <ChoiceFilter<string>
            label={t("Kind")}
            all={t("All kinds")}
            options={options}
            chosen={kind}
            onChoose={setKind}
          />
        )}
        <p role="status" className="text-soft">
          {shown.length === entries.length
            ? t("{length, number} in all", { length: entries.length })
            : t("{length, number} of {length2, number}", { length: shown.length, length2: entries.length })}
        </p>
      </div>
      <Table
        caption={caption}
        columns={groups.length > 0 ? COLUMNS : WITHOUT_REASONS}
        rows={shown}
        idOf={idOfEntry}
      />
    </div>
  );
}

type ReasonChoiceProps = {
  groups: readonly ReasonGroup[];
  chosen: string | null;
  onChoose(reason: string | null): void;
};

const GROUPS_SHOWN_MAX = 5;

/** The reasons with their numbers; choosing one shows only what has it. */
function ReasonChoice({ groups, chosen, onChoose }: ReasonChoiceProps) {
  const [isOpen, setOpen] = useState(false);
  const title = useId();
  const shown = isOpen ? groups : groups.slice(0, GROUPS_SHOWN_MAX);
  return (
    <section aria-labelledby={title} className="card grid gap-1 p-3">
      <h2 id={title} className="px-2 text-base">
        {t("Reasons")}
      </h2>
      {shown.map(({ reason, count }) => (
        <button
          key={reason}
          type="button"
          aria-pressed={chosen === reason}
          className="flex items-start justify-between gap-4 rounded-lg px-2 py-1.5 text-start wrap-anywhere hover:bg-raised aria-pressed:bg-accent-ground"
          onClick={() => onChoose(chosen === reason ? null : reason)}
        >
          <span>{reason}</span>
          <span className="tabular-nums text-soft">{count.toLocaleString(LOCALE)}</span>
        </button>
      ))}
      {groups.length > GROUPS_SHOWN_MAX && (
        <button
          type="button"
          aria-expanded={isOpen}
          className="justify-self-start rounded-lg px-2 py-1.5 text-accent hover:bg-raised"
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? t("Show fewer reasons") : t("Show all {length} reasons", { length: groups.length })}
        </button>
      )}
    </section>
  );
}
