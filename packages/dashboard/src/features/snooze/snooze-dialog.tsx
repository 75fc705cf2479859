import { SNOOZE_REASON_MAX } from "@vedette/contract/targets/snooze-limits.ts";
import type { SnoozeSpan } from "@vedette/contract/targets/snooze-requests.ts";
import { useState } from "react";
import { fieldErrorOf } from "../../api/api-error.ts";
import { Dialog } from "../../components/dialog.tsx";
import { Field, SelectField } from "../../components/forms/field.tsx";
import { SubmitForm } from "../../components/forms/submit-form.tsx";
import { useSubmission } from "../../components/forms/use-submission.ts";
import { t } from "../../language/t.ts";
import { emptySnooze, SNOOZE_LENGTHS, toSnoozeSpan } from "./snooze-draft.ts";

type SnoozeDialogProps = {
  isOpen: boolean;
  title: string;
  onSnooze(span: SnoozeSpan): Promise<void>;
  onClose(): void;
};

/** Asks for how long and why to snooze one or more targets. */
export function SnoozeDialog({ isOpen, title, ...form }: SnoozeDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={form.onClose} title={title}>
      <SnoozeForm {...form} />
    </Dialog>
  );
}

function SnoozeForm({ onSnooze, onClose }: Pick<SnoozeDialogProps, "onSnooze" | "onClose">) {
  const [draft, setDraft] = useState(() => emptySnooze(Date.now()));
  const submission = useSubmission(async () => {
    await onSnooze(toSnoozeSpan(draft));
    onClose();
  }, draft);
  const { error } = submission;
  return (
    <SubmitForm
      submission={submission}
      fields={["until", "reason"]}
      submit={{ label: t("Snooze"), busy: t("Snoozing …") }}
      cancel={onClose}
      isDialog
    >
      <p className="text-soft">
        {t("Checks and uptime go on. Notifications are off until the snooze ends.")}
      </p>
      <SelectField
        label={t("Snooze for")}
        value={draft.length}
        onValue={(length) => setDraft({ ...draft, length })}
        options={SNOOZE_LENGTHS}
        error={null}
      />
      {draft.length === "until" && (
        <Field
          label={t("Until")}
          type="datetime-local"
          value={draft.until}
          onValue={(until) => setDraft({ ...draft, until })}
          hint={t("Your local time; at most 30 days ahead.")}
          error={fieldErrorOf(error, "until", t("The time"))}
        />
      )}
      <Field
        label={t("Reason")}
        maxLength={SNOOZE_REASON_MAX}
        value={draft.reason}
        onValue={(reason) => setDraft({ ...draft, reason })}
        hint={t("Optional. Shown with the snooze.")}
        error={fieldErrorOf(error, "reason", t("The reason"))}
      />
    </SubmitForm>
  );
}
