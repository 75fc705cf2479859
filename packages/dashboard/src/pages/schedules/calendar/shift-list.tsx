import type { SchedulePerson, ShiftView } from "@vedette/contract/on-call/schedules.ts";
import { Button } from "../../../components/button.tsx";
import { LOCALE } from "../../../language/language.ts";
import { t } from "../../../language/t.ts";
import type { OverrideDraft } from "../override-dialog.tsx";
import { personStyle } from "../person-style.ts";

type ShiftListProps = {
  shifts: readonly ShiftView[];
  gaps: readonly { from: string; to: string }[];
  people: readonly SchedulePerson[];
  timezone: string;
  onShift: ((draft: OverrideDraft) => void) | null;
};

type Entry = { person: SchedulePerson | null; from: string; to: string };

/** Shifts and gaps in the order of time, for narrow screens. */
export function ShiftList({ shifts, gaps, people, timezone, onShift }: ShiftListProps) {
  const entries: Entry[] = [
    ...shifts.map(({ person_id, name, from, to }) => ({ person: { id: person_id, name }, from, to })),
    ...gaps.map((gap) => ({ ...gap, person: null })),
  ].toSorted((a, b) => a.from.localeCompare(b.from));
  const format = new Intl.DateTimeFormat(LOCALE, {
    ...{ weekday: "short", day: "numeric", month: "short", hour: "numeric", minute: "2-digit" },
    timeZone: timezone,
  });
  return (
    <ol className="grid gap-2">
      {entries.map((entry) => (
        <li
          key={entry.from}
          className="flex flex-wrap items-center justify-between gap-2 rounded px-3 py-2"
          style={entry.person ? personStyle(entry.person.id, people) : undefined}
        >
          <span>
            {entry.person ? (
              <b className="wrap-anywhere">{entry.person.name}</b>
            ) : (
              <b className="text-degraded">{t("No one on call")}</b>
            )}
            <span className="block text-[0.8125rem] text-soft">
              {format.format(new Date(entry.from))} – {format.format(new Date(entry.to))}
            </span>
          </span>
          {onShift && (
            <Button
              aria-label={t("Override {format}", { format: format.format(new Date(entry.from)) })}
              onClick={() =>
                onShift({ personId: "", fromMs: Date.parse(entry.from), toMs: Date.parse(entry.to) })
              }
            >
              {t("Override")}
            </Button>
          )}
        </li>
      ))}
    </ol>
  );
}
