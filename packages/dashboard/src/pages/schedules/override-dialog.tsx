import { useQueryClient } from "@tanstack/react-query";
import type { Schedule } from "@vedette/contract/on-call/schedules.ts";
import { useState } from "react";
import { fieldErrorOf } from "../../api/api-error.ts";
import { dataOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { useSession } from "../../app/session.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Field, SelectField } from "../../components/forms/field.tsx";
import { SubmitForm } from "../../components/forms/submit-form.tsx";
import { useSubmission } from "../../components/forms/use-submission.ts";
import { toast } from "../../components/toast.tsx";
import { t } from "../../language/t.ts";
import { useMembers } from "../settings/members/use-members.ts";
import { fromInputTime, toInputTime } from "./local-time.ts";

export type OverrideDraft = { personId: string; fromMs: number; toMs: number };

type OverrideDialogProps = { schedule: Schedule; initial: OverrideDraft; onClose(): void };

/** Adds an override: another person for a time. */
export function OverrideDialog({ schedule, initial, onClose }: OverrideDialogProps) {
  const { id, timezone } = schedule;
  const { api, organization } = useSession();
  const queries = useQueryClient();
  const { items: members = [] } = useMembers(organization?.id);
  const [personId, setPersonId] = useState(initial.personId);
  const [from, setFrom] = useState(toInputTime(initial.fromMs, timezone));
  const [to, setTo] = useState(toInputTime(initial.toMs, timezone));
  const submission = useSubmission(async () => {
    const body = {
      person_id: personId,
      from: fromInputTime(from, timezone),
      to: fromInputTime(to, timezone),
    };
    await dataOf(api.POST("/api/v1/schedules/{id}/overrides", { params: { path: { id } }, body }));
    toast(t("Override added."));
    await queries.invalidateQueries({ queryKey: keys.all("schedules") });
    onClose();
  });
  const { error } = submission;
  return (
    <Dialog isOpen onClose={onClose} title={t("Add override")}>
      <SubmitForm
        submission={submission}
        fields={["person_id", "from", "to"]}
        submit={{ label: t("Add override"), busy: t("Adding …") }}
        cancel={onClose}
        isDialog
      >
        <SelectField
          label={t("Person")}
          value={personId}
          onValue={setPersonId}
          options={[
            { value: "", label: t("Select a person") },
            ...members.map((member) => ({ value: member.user_id, label: member.name || member.email })),
          ]}
          error={fieldErrorOf(error, "person_id", t("The person"))}
        />
        <Field
          label={t("From")}
          type="datetime-local"
          value={from}
          onValue={setFrom}
          hint={t("Local time in {timezone}.", { timezone })}
          error={fieldErrorOf(error, "from", t("The start"))}
        />
        <Field
          label={t("To")}
          type="datetime-local"
          value={to}
          onValue={setTo}
          error={fieldErrorOf(error, "to", t("The end"))}
        />
      </SubmitForm>
    </Dialog>
  );
}
