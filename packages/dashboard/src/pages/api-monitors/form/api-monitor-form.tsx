import type { ApiMonitorCreateInput } from "@vedette/contract/api-monitors/api-monitors.ts";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { type FindFieldError, fieldErrorWithin, hasErrorWithin } from "../../../api/api-error.ts";
import { Button } from "../../../components/button.tsx";
import { Field, SelectField } from "../../../components/forms/field.tsx";
import { focusInvalid } from "../../../components/forms/focus/focus-invalid.ts";
import { FormTabs } from "../../../components/forms/form-tabs.tsx";
import { IntervalField } from "../../../components/forms/interval-field.tsx";
import { KeyValueEditor } from "../../../components/forms/key-value-editor.tsx";
import { UnsavedGuard } from "../../../components/forms/unsaved-guard.tsx";
import { useSubmission } from "../../../components/forms/use-submission.ts";
import { Notice } from "../../../components/notice.tsx";
import { AboutFields } from "../../../features/targets/fields/about-fields.tsx";
import { CHECK_INTERVALS, useIntervalLimit } from "../../../features/targets/fields/intervals.ts";
import { locationsTab, organizeTab } from "../../../features/targets/fields/target-tabs.tsx";
import { t } from "../../../language/t.ts";
import { apiMonitorBody, type Draft } from "./draft.ts";
import { placedError } from "./field-errors.ts";
import { StepListEditor } from "./step-list-editor.tsx";
import { TestRunSummary } from "./test-run-summary.tsx";
import { useTestRun } from "./use-test-run.ts";

type ApiMonitorFormProps = {
  begin: Draft;
  /** Null for a new API monitor. */
  id: string | null;
  /** Resolves to false if nothing was saved. */
  onSave(body: ApiMonitorCreateInput): Promise<unknown>;
};

/** Creates an API monitor, or edits an existing one. */
export function ApiMonitorForm({ begin, id, onSave }: ApiMonitorFormProps) {
  const [draft, setDraft] = useState(begin);
  const minSeconds = useIntervalLimit();
  const form = useRef<HTMLFormElement>(null);
  const saving = useSubmission(async () => onSave(apiMonitorBody(draft)), draft);
  const testing = useTestRun();
  const [asked, setAsked] = useState<"save" | "try">("save");
  const [selectedLocation, setSelectedLocation] = useState<string | null>(null);
  const location = draft.locations.find((one) => one === selectedLocation) ?? draft.locations[0] ?? null;
  // The marked fields belong to the last request.
  const { error } = asked === "save" ? saving : testing;
  const errorAt: FindFieldError = (path, label) => fieldErrorWithin(error, path, label);
  const put = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  useEffect(() => {
    if (error) focusInvalid(form.current);
  }, [error]);

  function submit(event: FormEvent): void {
    setAsked("save");
    saving.onSubmit(event);
  }

  function tryIt(count: number): void {
    setAsked("try");
    testing.begin({ draft, count, location });
  }

  return (
    <form ref={form} className="grid max-w-4xl min-w-0 gap-6" onSubmit={submit} noValidate>
      <div className="card grid gap-4 p-5">
        <Field
          label={t("Name")}
          autoFocus={id === null}
          autoComplete="off"
          placeholder={t("Sign in and order")}
          value={draft.name}
          onValue={(name) => put({ name })}
          error={errorAt("name", t("The name"))}
        />
        <div className="grid gap-4 sm:grid-cols-3">
          <IntervalField
            value={draft.interval}
            presets={CHECK_INTERVALS}
            minSeconds={minSeconds}
            onValue={(interval) => put({ interval })}
            error={errorAt("interval", t("The interval"))}
          />
          <Field
            label={t("Run timeout (seconds)")}
            inputMode="decimal"
            value={draft.timeout}
            onValue={(timeout) => put({ timeout })}
            error={errorAt("timeout", t("The timeout"))}
          />
          <Field
            label={t("Retries")}
            inputMode="numeric"
            hint={t("Additional attempts before a run fails.")}
            value={draft.max_retries}
            onValue={(max_retries) => put({ max_retries })}
            error={errorAt("max_retries", t("The number"))}
          />
        </div>
        <div className="grid gap-4 sm:grid-cols-2">
          <AboutFields draft={draft} change={put} error={error} />
        </div>
      </div>
      <StepListEditor
        steps={draft.steps}
        onSteps={(steps) => put({ steps })}
        errorAt={errorAt}
        testRun={testing.testRun}
        isTrying={testing.isBusy}
        onTry={tryIt}
      />
      <section className="card min-w-0 p-5" aria-label={t("Settings")}>
        <FormTabs
          label={t("Settings")}
          tabs={[
            {
              value: "variables",
              label: t("Variables"),
              isSet: Object.keys(draft.variables).length > 0,
              hasError: hasErrorWithin(error, ["variables"]),
              content: (
                <KeyValueEditor
                  noun={t("Variable")}
                  values={draft.variables}
                  onValues={(variables) => put({ variables })}
                  error={errorAt("variables", t("A variable"))}
                />
              ),
            },
            locationsTab({ draft, change: put, error }),
            organizeTab({ kind: "api_monitor", draft, change: put, error, ownId: id ?? undefined }),
          ]}
        />
      </section>
      {error && (
        <Notice>
          <p>{error.message}</p>
          <ul className="list-inside list-disc">
            {error.details.map((detail) => (
              <li key={`${detail.path} ${detail.message}`}>{placedError(detail)}</li>
            ))}
          </ul>
        </Notice>
      )}
      {location !== null && draft.locations.length > 1 && (
        <div className="max-w-60">
          <SelectField
            label={t("Test at")}
            value={location}
            options={draft.locations.map((value) => ({ value, label: value }))}
            onValue={setSelectedLocation}
            error={errorAt("location", t("The location"))}
          />
        </div>
      )}
      <UnsavedGuard isUnsaved={saving.isUnsaved} isBusy={saving.isBusy} />
      <TestRunSummary testRun={testing.testRun} isBusy={testing.isBusy || error !== null} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={saving.isBusy && t("Saving …")}>
          {id === null ? t("Add and run") : t("Save")}
        </Button>
        <Button busy={testing.isBusy && t("Testing …")} onClick={() => tryIt(draft.steps.length)}>
          {t("Test")}
        </Button>
        <Button onClick={() => window.history.back()}>{t("Cancel")}</Button>
      </div>
    </form>
  );
}
