import {
  QUIET_DAYS,
  type QuietHours,
  type QuietRange,
} from "@vedette/contract/alerts/channels/quiet-hours.ts";
import { type ApiError, fieldErrorOf } from "../../api/api-error.ts";
import { Button, IconButton } from "../../components/button.tsx";
import { CheckField, Field, SelectField } from "../../components/forms/field.tsx";
import { browserTimezone, TimezoneField } from "../../components/forms/timezone-field.tsx";
import { LOCALE } from "../../language/language.ts";
import { t } from "../../language/t.ts";
import type { ChannelDraft } from "./channel-draft.ts";

type DeliveryOptionsProps = {
  draft: ChannelDraft;
  error: ApiError | null;
  onChange(part: Partial<ChannelDraft>): void;
};

const DAY = new Intl.DateTimeFormat(LOCALE, { weekday: "short", timeZone: "UTC" });
/** 1970-01-04 was a Sunday. */
const DAY_LABELS = QUIET_DAYS.map((_, index) => DAY.format((3 + index) * 86_400_000));

const NIGHT: QuietRange = { days: [...QUIET_DAYS], from: "22:00", to: "07:00" };

/** Which alerts a channel takes, and when it stays quiet. */
export function DeliveryOptions({ draft, error, onChange }: DeliveryOptionsProps) {
  const { onlySeverity, quietHours, acknowledgeLinks } = draft;
  return (
    <>
      <SelectField
        label={t("Alerts")}
        value={onlySeverity?.length === 1 ? (onlySeverity[0] ?? "all") : "all"}
        onValue={(value) => onChange({ onlySeverity: value === "all" ? null : [value] })}
        options={[
          { value: "all", label: t("All severities") },
          { value: "critical", label: t("Only critical") },
          { value: "warning", label: t("Only warning") },
        ]}
        error={null}
      />
      <CheckField
        label={t("Acknowledge links")}
        hint={t("Messages have a link by which everyone who reads them acknowledges the alert.")}
        isChecked={acknowledgeLinks}
        onChecked={(hasLinks) => onChange({ acknowledgeLinks: hasLinks })}
      />
      <CheckField
        label={t("Quiet hours")}
        hint={t("Alerts that arrive in quiet hours are sent as one message when they end.")}
        isChecked={quietHours !== null}
        onChecked={(isQuiet) =>
          onChange({
            quietHours: isQuiet
              ? { timezone: browserTimezone(), ranges: [NIGHT], except: ["critical"] }
              : null,
          })
        }
      />
      {quietHours && (
        <QuietHoursFields
          quietHours={quietHours}
          error={error}
          onQuietHours={(next) => onChange({ quietHours: next })}
        />
      )}
    </>
  );
}

type QuietHoursFieldsProps = {
  quietHours: QuietHours;
  error: ApiError | null;
  onQuietHours(quietHours: QuietHours): void;
};

function QuietHoursFields({ quietHours, error, onQuietHours }: QuietHoursFieldsProps) {
  const { ranges, timezone, except } = quietHours;
  const change = (part: Partial<QuietHours>) => onQuietHours({ ...quietHours, ...part });
  return (
    <div className="grid gap-4 border-s-2 border-line ps-4">
      {ranges.map((range, index) => (
        <RangeFields
          // biome-ignore lint/suspicious/noArrayIndexKey: a range has no identity besides its position.
          key={index}
          number={index + 1}
          range={range}
          error={error}
          onRange={(next) => change({ ranges: ranges.map((one, at) => (at === index ? next : one)) })}
          onRemove={
            ranges.length > 1 ? () => change({ ranges: ranges.filter((_, at) => at !== index) }) : null
          }
        />
      ))}
      <Button
        icon="plus"
        className="justify-self-start"
        onClick={() => change({ ranges: [...ranges, NIGHT] })}
      >
        {t("Add quiet hours")}
      </Button>
      <TimezoneField
        value={timezone}
        onValue={(next) => change({ timezone: next })}
        error={fieldErrorOf(error, "quiet_hours.timezone", t("The time zone"))}
      />
      <CheckField
        label={t("Send critical alerts at once")}
        isChecked={except.includes("critical")}
        onChecked={(isSent) =>
          change({
            except: [
              ...except.filter((one) => one !== "critical"),
              ...(isSent ? (["critical"] as const) : []),
            ],
          })
        }
      />
      {fieldErrorOf(error, "quiet_hours.ranges", t("The quiet hours")) && (
        <p className="text-[0.8125rem] text-down">
          {fieldErrorOf(error, "quiet_hours.ranges", t("The quiet hours"))}
        </p>
      )}
    </div>
  );
}

type RangeFieldsProps = {
  number: number;
  range: QuietRange;
  error: ApiError | null;
  onRange(range: QuietRange): void;
  /** Null for the only one. */
  onRemove: (() => void) | null;
};

function RangeFields({ number, range, error, onRange, onRemove }: RangeFieldsProps) {
  const path = `quiet_hours.ranges.${number - 1}`;
  const toggle = (day: (typeof QUIET_DAYS)[number]) =>
    onRange({
      ...range,
      days: range.days.includes(day) ? range.days.filter((one) => one !== day) : [...range.days, day],
    });
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-semibold">{t("Quiet hours {number}", { number })}</legend>
      <div className="flex flex-wrap gap-x-4 gap-y-1">
        {QUIET_DAYS.map((day, index) => (
          <label key={day} className="flex min-h-8 items-center gap-2">
            <input
              type="checkbox"
              className="size-4 accent-(--accent)"
              checked={range.days.includes(day)}
              onChange={() => toggle(day)}
            />
            {DAY_LABELS[index]}
          </label>
        ))}
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] items-start gap-2">
        <Field
          label={t("From")}
          placeholder="22:00"
          value={range.from}
          onValue={(from) => onRange({ ...range, from })}
          error={fieldErrorOf(error, `${path}.from`, t("The time"))}
        />
        <Field
          label={t("To")}
          placeholder="07:00"
          value={range.to}
          onValue={(to) => onRange({ ...range, to })}
          error={fieldErrorOf(error, `${path}.to`, t("The time"))}
        />
        {onRemove && (
          // As far down as the inputs, which are below their labels.
          <div className="pt-7">
            <IconButton
              label={t("Remove quiet hours {number}", { number })}
              icon="close"
              onClick={onRemove}
            />
          </div>
        )}
      </div>
      {fieldErrorOf(error, `${path}.days`, t("The days")) && (
        <p className="text-[0.8125rem] text-down">{fieldErrorOf(error, `${path}.days`, t("The days"))}</p>
      )}
    </fieldset>
  );
}
