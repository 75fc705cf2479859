import type { Schedule, ShiftView } from "@vedette/contract/on-call/schedules.ts";
import { computeShifts } from "@vedette/contract/on-call/shifts/compute-shifts.ts";
import { useMemo } from "react";
import { useRole } from "../../../app/role.ts";
import { Button, IconButton } from "../../../components/button.tsx";
import { LoadState } from "../../../components/load-state.tsx";
import { LOCALE } from "../../../language/language.ts";
import { t } from "../../../language/t.ts";
import type { OverrideDraft } from "../override-dialog.tsx";
import { useShifts } from "../use-schedules.ts";
import type { CalendarRange, CalendarView } from "./calendar-range.ts";
import { CalendarRow } from "./calendar-row.tsx";
import type { ShiftBar } from "./shift-bar.ts";
import { ShiftList } from "./shift-list.tsx";

type ScheduleCalendarProps = {
  schedule: Schedule;
  range: CalendarRange;
  view: CalendarView;
  nowMs: number;
  onView(view: CalendarView): void;
  /** By a number of weeks or months; 0 is the present one. */
  onMove(steps: -1 | 0 | 1): void;
  onOverride(draft: OverrideDraft): void;
};

const STEP_CLASS = "border border-line hover:border-line-strong";
const VIEW_CLASS = "aria-pressed:border-accent aria-pressed:bg-accent-ground aria-pressed:text-accent";

/** A week or month: the final result as a row, and each layer as a row below it. On a phone it is a list. */
export function ScheduleCalendar(props: ScheduleCalendarProps) {
  const { schedule, range, view, nowMs, onView, onMove, onOverride } = props;
  const { data, error } = useShifts(schedule.id, range);
  const layers = useMemo(() => layerShifts(schedule, range), [schedule, range]);
  const canOverride = useRole().reaches("member");
  const drag = canOverride ? { onRange: onOverride, stepMs: view === "week" ? 1_800_000 : 3_600_000 } : null;
  return (
    <section aria-label={t("Calendar")} className="card grid gap-4 p-4">
      <div className="flex flex-wrap items-center gap-2">
        <IconButton
          label={view === "week" ? t("Previous week") : t("Previous month")}
          icon="left"
          className={STEP_CLASS}
          onClick={() => onMove(-1)}
        />
        <Button className="max-sm:grow" onClick={() => onMove(0)}>
          {t("Today")}
        </Button>
        <IconButton
          label={view === "week" ? t("Next week") : t("Next month")}
          icon="right"
          className={STEP_CLASS}
          onClick={() => onMove(1)}
        />
        <h2 className="grow text-center max-sm:order-last max-sm:w-full max-sm:text-start">
          {rangeTitle(range, schedule.timezone)}
        </h2>
        <div className="flex gap-2 max-sm:grid max-sm:w-full max-sm:grid-cols-2">
          {(["week", "month"] as const).map((one) => (
            <Button key={one} aria-pressed={view === one} className={VIEW_CLASS} onClick={() => onView(one)}>
              {one === "week" ? t("Week") : t("Month")}
            </Button>
          ))}
        </div>
      </div>
      <LoadState data={data} error={error} lines={4} />
      {data && (
        <>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard. */}
          <section tabIndex={0} className="hidden overflow-x-auto sm:block" aria-label={t("Shifts by time")}>
            <div dir="ltr" className={view === "month" ? "min-w-[90rem]" : "min-w-[56rem]"}>
              <DayHeader range={range} />
              <CalendarRow
                title={t("Final")}
                {...{ range, nowMs, drag, people: schedule.people }}
                shifts={data.shifts.map(toBar)}
                gaps={data.gaps.map(({ from, to }) => ({ fromMs: Date.parse(from), toMs: Date.parse(to) }))}
                onShift={canOverride ? onOverride : null}
              />
              {layers.map(({ id, name, bars }) => (
                <CalendarRow
                  key={id}
                  title={name}
                  {...{ range, nowMs, people: schedule.people }}
                  drag={null}
                  shifts={bars}
                  gaps={[]}
                  onShift={null}
                />
              ))}
            </div>
            {canOverride && (
              <p className="mt-2 text-[0.8125rem] text-soft">
                {t("Drag over a time of the first row, or select a shift, to add an override.")}
              </p>
            )}
          </section>
          <div className="sm:hidden">
            <ShiftList
              shifts={data.shifts}
              gaps={data.gaps}
              {...{ people: schedule.people, timezone: schedule.timezone }}
              onShift={canOverride ? onOverride : null}
            />
          </div>
        </>
      )}
    </section>
  );
}

function toBar({ person_id: personId, name, from, to, override_id: override }: ShiftView): ShiftBar {
  return { personId, name, fromMs: Date.parse(from), toMs: Date.parse(to), isOverride: override !== null };
}

function layerShifts({ timezone, layers, people }: Schedule, { fromMs, toMs }: CalendarRange) {
  const names = new Map(people.map(({ id, name }) => [id, name]));
  const members = new Set(names.keys());
  const computed = computeShifts({ ...{ timezone, layers, members, fromMs, toMs }, overrides: [] });
  return computed.layers.map(({ id, shifts }, index) => ({
    id,
    name: layers[index]?.name ?? "",
    bars: shifts.map(
      (shift): ShiftBar => ({ ...shift, name: names.get(shift.personId) ?? "", isOverride: false }),
    ),
  }));
}

function DayHeader({ range: { days, fromMs, toMs } }: { range: CalendarRange }) {
  return (
    <div className="ms-32 flex border-b border-line text-[0.8125rem] text-soft" aria-hidden="true">
      {days.map(({ startMs, label }, index) => {
        const endMs = days[index + 1]?.startMs ?? toMs;
        return (
          <span
            key={startMs}
            className="overflow-hidden border-s border-line px-1 whitespace-nowrap"
            style={{ width: `${((endMs - startMs) / (toMs - fromMs)) * 100}%` }}
          >
            {label}
          </span>
        );
      })}
    </div>
  );
}

function rangeTitle({ fromMs, toMs }: CalendarRange, timeZone: string): string {
  return new Intl.DateTimeFormat(LOCALE, { dateStyle: "medium", timeZone }).formatRange(fromMs, toMs - 1);
}
