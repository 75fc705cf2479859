import { computeShifts } from "@vedette/contract/on-call/shifts/compute-shifts.ts";
import { useDeferredValue, useMemo, useState } from "react";
import { t } from "../../../language/t.ts";
import { ShiftList } from "../calendar/shift-list.tsx";
import { completeLayers, type ScheduleDraft } from "./schedule-draft.ts";

type ShiftPreviewProps = { draft: ScheduleDraft; people: readonly { id: string; name: string }[] };

const DAYS = 28;
const SHOWN_MAX = 12;

/** The next shifts of the schedule as it is in the form. */
export function ShiftPreview({ draft, people }: ShiftPreviewProps) {
  const [nowMs] = useState(() => Date.now());
  const deferred = useDeferredValue(draft);
  const result = useMemo(() => preview(deferred, nowMs), [deferred, nowMs]);
  const names = new Map(people.map(({ id, name }) => [id, name]));
  const instant = (ms: number) => new Date(ms).toISOString();
  return (
    <section className="card grid gap-3 p-5">
      <h2>{t("Next shifts")}</h2>
      {result === null ? (
        <p className="text-soft">{t("The time zone is not known.")}</p>
      ) : (
        <ShiftList
          shifts={result.shifts.slice(0, SHOWN_MAX).map((shift) => ({
            ...{ person_id: shift.personId, name: names.get(shift.personId) ?? t("Former member") },
            ...{ from: instant(shift.fromMs), to: instant(shift.toMs) },
            ...{ layer_id: shift.layerId, override_id: null },
          }))}
          gaps={result.gaps
            .slice(0, SHOWN_MAX)
            .map((gap) => ({ from: instant(gap.fromMs), to: instant(gap.toMs) }))}
          people={people}
          timezone={deferred.timezone}
          onShift={null}
        />
      )}
    </section>
  );
}

function preview(draft: ScheduleDraft, nowMs: number) {
  try {
    return computeShifts({
      ...{ timezone: draft.timezone, layers: completeLayers(draft), overrides: [], members: null },
      ...{ fromMs: nowMs, toMs: nowMs + DAYS * 86_400_000 },
    });
  } catch (error) {
    // While a time zone is typed, it has no valid name.
    if (error instanceof RangeError) return null;
    throw error;
  }
}
