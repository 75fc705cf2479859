import type { HeartbeatSchedule } from "@vedette/contract/heartbeats/schedules/schedule-types.ts";
import { type ApiError, fieldErrorOf } from "../../../api/api-error.ts";
import { DurationField } from "../../../components/forms/duration-field.tsx";
import { SelectField, TextField } from "../../../components/forms/field.tsx";
import { TimezoneField } from "../../../components/forms/timezone-field.tsx";
import { absoluteTime, TimeAgo } from "../../../components/time-ago.tsx";
import { useNow } from "../../../components/use-now.ts";
import { t } from "../../../language/t.ts";
import { type HeartbeatDraft, scheduleOf } from "./heartbeat-draft.ts";
import { previewSchedule } from "./schedule-preview.ts";

type ScheduleFieldsProps = {
  draft: HeartbeatDraft;
  change(part: Partial<HeartbeatDraft>): void;
  error: ApiError | null;
};

const TYPES: readonly { value: HeartbeatSchedule["type"]; label: string }[] = [
  { value: "period", label: t("Time between pings") },
  { value: "cron", label: t("Cron expression") },
  { value: "oncalendar", label: "systemd OnCalendar" },
];

/** When pings are expected, with what that means while it is typed. */
export function ScheduleFields({ draft, change, error }: ScheduleFieldsProps) {
  const expressionError = fieldErrorOf(error, "schedule.expression", t("The expression"));
  return (
    <fieldset className="grid gap-4">
      <legend className="sr-only">{t("Schedule")}</legend>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label={t("Schedule")}
          value={draft.scheduleType}
          options={TYPES}
          onValue={(scheduleType) => change({ scheduleType })}
          error={fieldErrorOf(error, "schedule.type", t("The type"))}
        />
        {draft.scheduleType === "period" && (
          <DurationField
            label={t("Expected every")}
            value={draft.period}
            onValue={(period) => change({ period })}
            error={fieldErrorOf(error, "schedule.seconds", t("The time"))}
          />
        )}
        {draft.scheduleType === "cron" && (
          <TimezoneField
            value={draft.timezone}
            onValue={(timezone) => change({ timezone })}
            error={fieldErrorOf(error, "schedule.timezone", t("The time zone"))}
          />
        )}
      </div>
      {draft.scheduleType === "cron" && (
        <TextField
          label={t("Cron expression")}
          hint={t("Minute, hour, day, month, day of the week. One expression per line.")}
          rows={1}
          spellCheck={false}
          className="font-mono"
          value={draft.cron}
          onValue={(cron) => change({ cron })}
          error={expressionError}
        />
      )}
      {draft.scheduleType === "oncalendar" && (
        <TextField
          label={t("Calendar expression")}
          hint={t("As in the timer unit, with the time zone at the end. One expression per line.")}
          rows={1}
          spellCheck={false}
          value={draft.calendar}
          onValue={(calendar) => change({ calendar })}
          error={expressionError}
        />
      )}
      <ScheduleSummary schedule={scheduleOf(draft)} />
      <DurationField
        label={t("Grace time")}
        hint={t("How late a ping may be before an alert opens.")}
        value={draft.grace}
        onValue={(grace) => change({ grace })}
        error={fieldErrorOf(error, "grace_seconds", t("The grace time"))}
      />
    </fieldset>
  );
}

const MINUTE_MS = 60_000;

/** The schedule as a sentence, and its next times. */
function ScheduleSummary({ schedule }: { schedule: HeartbeatSchedule }) {
  // The times change at most once a minute.
  const minuteMs = Math.floor(useNow() / MINUTE_MS) * MINUTE_MS;
  const preview = previewSchedule(schedule, minuteMs);
  return (
    <div className="grid gap-2 rounded-lg bg-raised p-3 text-sm" aria-live="polite">
      {"problem" in preview ? (
        <p className="text-down">{preview.problem}</p>
      ) : (
        <>
          <p className="font-semibold">{preview.sentence}</p>
          {preview.nextMs.length > 0 && (
            <ol className="grid gap-0.5" aria-label={t("Next expected times")}>
              {preview.nextMs.map((atMs) => {
                const at = new Date(atMs).toISOString();
                return (
                  <li key={at} className="flex flex-wrap gap-x-3 tabular-nums">
                    {absoluteTime(at)}
                    <span className="text-soft">
                      <TimeAgo at={at} />
                    </span>
                  </li>
                );
              })}
            </ol>
          )}
        </>
      )}
    </div>
  );
}
