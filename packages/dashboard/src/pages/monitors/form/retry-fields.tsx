import { fieldErrorOf, hasErrorWithin } from "../../../api/api-error.ts";
import { CheckField, Field, SelectField } from "../../../components/forms/field.tsx";
import type { FormTab } from "../../../components/forms/form-tabs.tsx";
import { t } from "../../../language/t.ts";
import { EMPTY_DRAFT, type MonitorDraft } from "./monitor-draft.ts";
import type { MonitorFieldsProps } from "./monitor-fields-props.ts";

const BACKOFF_OPTIONS = [
  { value: "fixed", label: t("Fixed: the same wait each time") },
  { value: "linear", label: t("Linear: one interval longer each time") },
  { value: "exponential", label: t("Exponential: twice as long each time") },
] as const;

/** The fields of the tab, and their names in errors. */
const FIELDS = [
  "timeout",
  "degradedAfterMs",
  "confirmInterval",
  "retries",
  "retryInterval",
  "retryBackoff",
  "retriesElsewhere",
] as const satisfies readonly (keyof MonitorDraft)[];
const PATHS = ["timeout", "degraded_after_ms", "confirm_interval", "retries", "retry"] as const;

/** The tab with the time limits of a check and what happens after a failed one. */
export function retriesTab(props: MonitorFieldsProps): FormTab {
  const { draft, error } = props;
  return {
    value: "retries",
    label: t("Timeout and retries"),
    isSet: FIELDS.some((field) => draft[field] !== EMPTY_DRAFT[field]),
    hasError: hasErrorWithin(error, PATHS),
    content: <RetryFields {...props} />,
  };
}

function RetryFields({ draft, change, error }: MonitorFieldsProps) {
  const retries = draft.retries.trim() !== "0";
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={t("Timeout")}
          hint={t("Seconds until an attempt fails.")}
          inputMode="decimal"
          value={draft.timeout}
          onValue={(timeout) => change({ timeout })}
          error={fieldErrorOf(error, "timeout", t("The timeout"))}
        />
        <Field
          label={t("Degraded after")}
          hint={t("Milliseconds. Leave blank for never.")}
          inputMode="numeric"
          value={draft.degradedAfterMs}
          onValue={(degradedAfterMs) => change({ degradedAfterMs })}
          error={fieldErrorOf(error, "degraded_after_ms", t("The limit"))}
        />
        <Field
          label={t("Interval while down")}
          hint={t("Seconds, shorter than the interval. Leave blank for the same.")}
          inputMode="decimal"
          value={draft.confirmInterval}
          onValue={(confirmInterval) => change({ confirmInterval })}
          error={fieldErrorOf(error, "confirm_interval", t("The interval while down"))}
        />
        <Field
          label={t("Retries")}
          hint={t("Additional attempts before a check fails.")}
          inputMode="numeric"
          value={draft.retries}
          onValue={(next) => change({ retries: next })}
          error={fieldErrorOf(error, "retries", t("The retries"))}
        />
        {retries && (
          <>
            <Field
              label={t("Retry interval")}
              hint={t("Seconds before the first retry, 1 to 60.")}
              inputMode="numeric"
              value={draft.retryInterval}
              onValue={(retryInterval) => change({ retryInterval })}
              error={fieldErrorOf(error, "retry.interval_seconds", t("The retry interval"))}
            />
            <SelectField
              label={t("Retry backoff")}
              value={draft.retryBackoff}
              options={BACKOFF_OPTIONS}
              onValue={(retryBackoff) => change({ retryBackoff })}
              error={fieldErrorOf(error, "retry.backoff", t("The backoff"))}
            />
          </>
        )}
      </div>
      {draft.locations.length > 1 && retries && (
        <CheckField
          label={t("Retry at another location")}
          hint={t("A scheduled check that fails is retried at the other locations, in turn.")}
          isChecked={draft.retriesElsewhere}
          onChecked={(retriesElsewhere) => change({ retriesElsewhere })}
        />
      )}
    </>
  );
}
