import type { HeartbeatCreateInput } from "@vedette/contract/heartbeats/heartbeats.ts";
import { useState } from "react";
import { fieldErrorOf } from "../../../api/api-error.ts";
import { Button } from "../../../components/button.tsx";
import { Field } from "../../../components/forms/field.tsx";
import { FormTabs } from "../../../components/forms/form-tabs.tsx";
import { SubmitForm } from "../../../components/forms/submit-form.tsx";
import { useSubmission } from "../../../components/forms/use-submission.ts";
import { AboutFields } from "../../../features/targets/fields/about-fields.tsx";
import { organizeTab } from "../../../features/targets/fields/target-tabs.tsx";
import { t } from "../../../language/t.ts";
import { type HeartbeatDraft, heartbeatBody } from "./heartbeat-draft.ts";
import { filtersTab, pingsTab } from "./heartbeat-tabs.tsx";
import { ScheduleFields } from "./schedule-fields.tsx";

type HeartbeatFormProps = {
  begin: HeartbeatDraft;
  /** Null for a new heartbeat. */
  id: string | null;
  /** Resolves to false if nothing was saved. */
  onSave(body: HeartbeatCreateInput): Promise<unknown>;
};

/** Creates a heartbeat, or edits an existing one. */
export function HeartbeatForm({ begin, id, onSave }: HeartbeatFormProps) {
  const [draft, setDraft] = useState(begin);
  const submission = useSubmission(() => onSave(heartbeatBody(draft)), draft);
  const { error } = submission;
  const change = (part: Partial<HeartbeatDraft>) => setDraft((before) => ({ ...before, ...part }));
  const fields = { draft, change, error };
  return (
    <SubmitForm
      className="card max-w-3xl gap-5 p-5"
      submission={submission}
      submit={{ label: id === null ? t("Add heartbeat") : t("Save"), busy: t("Saving …") }}
      cancel={<Button onClick={() => window.history.back()}>{t("Cancel")}</Button>}
    >
      <Field
        label={t("Name")}
        autoFocus={id === null}
        autoComplete="off"
        placeholder={t("Nightly backup")}
        value={draft.name}
        onValue={(name) => change({ name })}
        error={fieldErrorOf(error, "name", t("The name"))}
      />
      <ScheduleFields {...fields} />
      <div className="grid gap-4 sm:grid-cols-2">
        <AboutFields {...fields} />
      </div>
      <FormTabs
        label={t("Settings")}
        tabs={[
          pingsTab(fields),
          filtersTab(fields),
          organizeTab({ kind: "heartbeat", ...fields, ownId: id ?? undefined }),
        ]}
      />
    </SubmitForm>
  );
}
