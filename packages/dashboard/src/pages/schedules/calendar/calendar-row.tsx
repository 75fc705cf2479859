import type { SchedulePerson } from "@vedette/contract/on-call/schedules.ts";
import { absoluteTime } from "../../../components/time-ago.tsx";
import { t } from "../../../language/t.ts";
import type { OverrideDraft } from "../override-dialog.tsx";
import { personStyle } from "../person-style.ts";
import type { CalendarRange } from "./calendar-range.ts";
import type { ShiftBar } from "./shift-bar.ts";
import { type DragOptions, useDragRange } from "./use-drag-range.ts";

type CalendarRowProps = {
  title: string;
  range: CalendarRange;
  nowMs: number;
  people: readonly SchedulePerson[];
  shifts: readonly ShiftBar[];
  gaps: readonly { fromMs: number; toMs: number }[];
  /** Null: dragging does nothing. */
  drag: DragOptions | null;
  /** Null: shifts are no buttons. */
  onShift: ((draft: OverrideDraft) => void) | null;
};

/** One row of the calendar: shifts as bars with names, gaps as hatched bars, and the present time as a line. */
export function CalendarRow(props: CalendarRowProps) {
  const { title, range, nowMs, people, shifts, gaps, drag, onShift } = props;
  const { selection, handlers, hasDragged } = useDragRange(range, drag);
  const span = ({ fromMs, toMs }: { fromMs: number; toMs: number }) => {
    const length = range.toMs - range.fromMs;
    const [start, end] = [Math.max(fromMs, range.fromMs), Math.min(toMs, range.toMs)];
    return {
      left: `${((start - range.fromMs) / length) * 100}%`,
      width: `${((end - start) / length) * 100}%`,
    };
  };
  return (
    <div className="flex items-stretch border-b border-line">
      <div className="w-32 flex-none truncate py-3 pe-2 font-semibold" title={title}>
        {title}
      </div>
      <div className={`relative h-12 grow ${drag ? "cursor-crosshair touch-none" : ""}`} {...handlers}>
        {gaps.map((gap) => (
          <span
            key={gap.fromMs}
            className="absolute inset-y-1 overflow-hidden border border-dashed border-degraded px-1 text-[0.8125rem] text-degraded"
            style={span(gap)}
            title={t("No one on call: {times}", { times: timesOf(gap) })}
          >
            {t("No one")}
          </span>
        ))}
        {shifts.map((shift) => {
          const style = { ...span(shift), ...personStyle(shift.personId, people) };
          const className =
            "absolute inset-y-1 truncate rounded px-1 text-start leading-10 text-[0.8125rem] text-ink focus-visible:z-10";
          const text = shift.isOverride ? t("{name} (override)", { name: shift.name }) : shift.name;
          const title = `${text}: ${timesOf(shift)}`;
          return onShift ? (
            <button
              key={`${shift.fromMs} ${shift.personId}`}
              type="button"
              {...{ className, style, title }}
              aria-label={t("Override {title}", { title })}
              onClick={() => {
                if (!hasDragged()) onShift({ personId: "", fromMs: shift.fromMs, toMs: shift.toMs });
              }}
            >
              {text}
            </button>
          ) : (
            <span key={`${shift.fromMs} ${shift.personId}`} {...{ className, style, title }}>
              {text}
            </span>
          );
        })}
        {selection && (
          <span
            className="pointer-events-none absolute inset-y-0 border-2 border-accent bg-accent-ground opacity-60"
            style={span(selection)}
          />
        )}
        {range.fromMs <= nowMs && nowMs < range.toMs && (
          <span
            className="pointer-events-none absolute inset-y-0 w-0.5 bg-down"
            style={{ left: span({ fromMs: nowMs, toMs: nowMs }).left }}
          />
        )}
      </div>
    </div>
  );
}

function timesOf({ fromMs, toMs }: { fromMs: number; toMs: number }): string {
  return `${absoluteTime(new Date(fromMs).toISOString())} – ${absoluteTime(new Date(toMs).toISOString())}`;
}
