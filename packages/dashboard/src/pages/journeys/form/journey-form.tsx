import type { JourneyCreateInput } from "@vedette/contract/journeys/journeys.ts";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { type ApiError, fieldErrorOf } from "../../../api/api-error.ts";
import { ROLE_NAMES } from "../../../app/for-role.tsx";
import { useRole } from "../../../app/role.ts";
import { Button } from "../../../components/button.tsx";
import { CodeEditor } from "../../../components/code/code-editor.tsx";
import { Field, SelectField } from "../../../components/forms/field.tsx";
import { focusInvalid } from "../../../components/forms/focus/focus-invalid.ts";
import { IntervalField } from "../../../components/forms/interval-field.tsx";
import { UnsavedGuard } from "../../../components/forms/unsaved-guard.tsx";
import { useSubmission } from "../../../components/forms/use-submission.ts";
import { Notice } from "../../../components/notice.tsx";
import { Tabs } from "../../../components/tabs.tsx";
import { AboutFields } from "../../../features/targets/fields/about-fields.tsx";
import { JOURNEY_INTERVALS, useIntervalLimit } from "../../../features/targets/fields/intervals.ts";
import { t } from "../../../language/t.ts";
import { bodyOfJourney, type JourneyDraft } from "./journey-draft.ts";
import { JourneySettings } from "./journey-settings.tsx";
import { JourneyTestPanel } from "./journey-test-panel.tsx";
import { PickerPage } from "./picker-page.ts";
import { RecordingDialog } from "./recording-dialog.tsx";
import { StepList } from "./step-list.tsx";
import { useJourneyTest } from "./use-journey-test.ts";

type JourneyFormProps = {
  beginning: JourneyDraft;
  submit: { label: string; busy: string };
  /** ID of the edited journey. */
  id?: string;
  /** Resolves to false if nothing was saved. */
  onSave(body: JourneyCreateInput): Promise<unknown>;
};

/** All editable fields of a journey. */
export function JourneyForm({ beginning, submit: labels, id, onSave }: JourneyFormProps) {
  const { role, reaches } = useRole();
  const minSeconds = useIntervalLimit();
  const [draft, setDraft] = useState(beginning);
  const [sent, setSent] = useState(beginning.steps);
  const [isRecording, setRecording] = useState(false);
  const saving = useSubmission(() => {
    setSent(draft.steps);
    return onSave(bodyOfJourney(draft));
  }, draft);
  const testing = useJourneyTest();
  const [asked, setAsked] = useState<"save" | "try">("save");
  const [selectedLocation, setSelectedLocation] = useState<string | null>(null);
  const locations = [...new Set([draft.primary, ...draft.locations])];
  const location = locations.find((one) => one === selectedLocation) ?? draft.primary;
  // The marked fields belong to the last request.
  const { error } = asked === "save" ? saving : testing;
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (error) focusInvalid(form.current);
  }, [error]);

  function submit(event: FormEvent): void {
    setAsked("save");
    saving.onSubmit(event);
  }

  function tryIt(): void {
    setAsked("try");
    setSent(draft.steps);
    testing.begin(draft, locations.length > 1 ? location : null);
  }

  const isEdited = id !== undefined;
  const set = (change: Partial<JourneyDraft>) => setDraft((before) => ({ ...before, ...change }));
  return (
    <form ref={form} className="grid gap-6" onSubmit={submit} noValidate>
      <div className="card grid gap-4 p-5 sm:grid-cols-2">
        <Field
          label={t("Name")}
          autoFocus
          autoComplete="off"
          placeholder={t("Buy a lamp")}
          value={draft.name}
          onValue={(name) => set({ name })}
          error={fieldErrorOf(error, "name", t("The name"))}
        />
        <IntervalField
          value={draft.interval}
          presets={JOURNEY_INTERVALS}
          minSeconds={minSeconds}
          none={t("On demand only")}
          onValue={(interval) => set({ interval })}
          error={fieldErrorOf(error, "interval_seconds", t("The interval"))}
        />
        <AboutFields draft={draft} change={set} error={error} />
      </div>
      <section className="grid gap-3">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2>{t("Steps or script")}</h2>
          <Button onClick={() => setRecording(true)}>{t("Record or paste recording")}</Button>
        </div>
        <Tabs
          label={t("Format")}
          value={draft.kind}
          onValue={(kind) => set({ kind })}
          tabs={[
            {
              value: "steps",
              label: t("Steps"),
              content: (
                <div className="grid gap-3">
                  {isEdited && beginning.kind === "script" && (
                    <Notice kind="hint">
                      {t(
                        'This journey runs a script. Saving while this tab is open replaces the script with these steps. To keep the script, open the tab "Script".',
                      )}
                    </Notice>
                  )}
                  <PickerPage value={testing.lastPage}>
                    <StepList
                      drafts={draft.steps}
                      error={error}
                      sent={sent}
                      onDrafts={(steps) => set({ steps })}
                    />
                  </PickerPage>
                </div>
              ),
            },
            {
              value: "script",
              label: t("Script"),
              content: (
                <div className="grid gap-3">
                  {isEdited && beginning.kind === "steps" && (
                    <Notice kind="hint">
                      {t(
                        'This journey runs {count, plural, one {one step} other {# steps}}. Saving while this tab is open replaces them with this script. To keep the steps, open the tab "Steps".',
                        { count: beginning.steps.length },
                      )}
                    </Notice>
                  )}
                  {role && !reaches("admin") && (
                    <Notice kind="hint">
                      {t(
                        "Your role ({role}) cannot change scripts. The server rejects a changed script; ask an admin.",
                        { role: ROLE_NAMES[role] },
                      )}
                    </Notice>
                  )}
                  <CodeEditor
                    label={t("Playwright script")}
                    code={draft.script}
                    onCode={(script) => set({ script })}
                    error={fieldErrorOf(error, "script", t("The script"))}
                  />
                </div>
              ),
            },
          ]}
        />
      </section>
      <JourneySettings draft={draft} error={error} onChange={set} ownId={id} />
      {error && <Notice>{summaryOfErrors(error)}</Notice>}
      {testing.test && <JourneyTestPanel test={testing.test} isBusy={testing.isBusy} />}
      {locations.length > 1 && (
        <div className="max-w-60">
          <SelectField
            label={t("Test at")}
            value={location}
            options={locations.map((value) => ({ value, label: value }))}
            onValue={setSelectedLocation}
            error={fieldErrorOf(error, "location", t("The location"))}
          />
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={saving.isBusy && labels.busy}>
          {labels.label}
        </Button>
        {testing.isBusy ? (
          <Button onClick={testing.stop}>{t("Stop test")}</Button>
        ) : (
          <Button onClick={tryIt}>{t("Test")}</Button>
        )}
        <Button onClick={() => window.history.back()}>{t("Cancel")}</Button>
      </div>
      <UnsavedGuard isUnsaved={saving.isUnsaved} isBusy={saving.isBusy} />
      <RecordingDialog
        isOpen={isRecording}
        onClose={() => setRecording(false)}
        onSteps={(steps) => set({ steps, kind: "steps" })}
        onScript={(script) => set({ script, kind: "script" })}
      />
    </form>
  );
}

function summaryOfErrors({ message, details }: ApiError): string {
  if (details.length === 0) return message;
  return details.length === 1
    ? t("One field is invalid. It is marked above.")
    : t("{length} fields are invalid. They are marked above.", { length: details.length });
}
