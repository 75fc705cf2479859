import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import { ForRole } from "../../app/for-role.tsx";
import { useApi } from "../../app/session.tsx";
import { Button, buttonClass } from "../../components/button.tsx";
import { LoadState } from "../../components/load-state.tsx";
import { Notice } from "../../components/notice.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { useNow } from "../../components/use-now.ts";
import { ManagedNotice } from "../../features/edits/managed-notice.tsx";
import { t, tContext } from "../../language/t.ts";
import { type CalendarView, calendarRangeOf } from "./calendar/calendar-range.ts";
import { ScheduleCalendar } from "./calendar/schedule-calendar.tsx";
import { CalendarUrlButton } from "./calendar-url-button.tsx";
import { OverrideDialog, type OverrideDraft } from "./override-dialog.tsx";
import { OverrideList } from "./override-list.tsx";
import { useSchedule } from "./use-schedules.ts";

const route = getRouteApi("/shell/schedules/$id");

/** Shows the calendar of a schedule, and its overrides. */
export function SchedulePage() {
  const { id } = route.useParams();
  const api = useApi();
  const { data: schedule, error } = useSchedule(id);
  const nowMs = useNow();
  const [view, setView] = useState<CalendarView>("week");
  const [offset, setOffset] = useState(0);
  const [draft, setDraft] = useState<OverrideDraft | null>(null);
  const range = schedule && calendarRangeOf({ view, offset, nowMs, timezone: schedule.timezone });
  const actions = schedule && (
    <ForRole>
      <Button
        onClick={() => setDraft({ personId: "", fromMs: nowMs, toMs: nowMs + 8 * 3_600_000 })}
        variant="primary"
      >
        {t("Add override")}
      </Button>
      <CalendarUrlButton
        hasCalendar={schedule.has_calendar}
        create={() => api.POST("/api/v1/schedules/{id}/calendar", { params: { path: { id } } })}
        remove={() => api.DELETE("/api/v1/schedules/{id}/calendar", { params: { path: { id } } })}
      />
      <Link to="/schedules/$id/edit" params={{ id }} className={buttonClass()}>
        {t("Edit")}
      </Link>
    </ForRole>
  );
  return (
    <>
      <PageHeader
        title={schedule?.name ?? tContext("on call", "Schedule")}
        lead={schedule?.timezone}
        actions={actions}
      />
      <LoadState data={schedule} error={error} lines={8} />
      {schedule && range && (
        <div className="grid gap-5">
          <ManagedNotice resource={schedule} />
          {schedule.warnings.length > 0 && (
            <Notice kind="hint">
              <ul>
                {schedule.warnings.map((warning) => (
                  <li key={warning}>{warning}</li>
                ))}
              </ul>
            </Notice>
          )}
          <ScheduleCalendar
            {...{ schedule, range, view, nowMs }}
            onView={(chosen) => {
              setView(chosen);
              setOffset(0);
            }}
            onMove={(steps) => setOffset(steps === 0 ? 0 : offset + steps)}
            onOverride={setDraft}
          />
          <OverrideList schedule={schedule} />
          {draft && <OverrideDialog schedule={schedule} initial={draft} onClose={() => setDraft(null)} />}
        </div>
      )}
    </>
  );
}
