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
    toast("Override added.");
    await queries.invalidateQueries({ queryKey: keys.all("schedules") });
    onClose();
  });
  const { error } = submission;
  return (
    <Dialog isOpen onClose={onClose} title="Add override">
      <SubmitForm
        submission={submission}
        fields={["person_id", "from", "to"]}
        submit={{ label: "Add override", busy: "Adding …" }}
        cancel={onClose}
        isDialog
      >
        <SelectField
          label="Person"
          value={personId}
          onValue={setPersonId}
          options={[
            { value: "", label: "Select a person" },
            ...members.map((member) => ({ value: member.user_id, label: member.name || member.email })),
          ]}
          error={fieldErrorOf(error, "person_id", "The person")}
        />
        <Field
          label="From"
          type="datetime-local"
          value={from}
          onValue={setFrom}
          hint={`Local time in ${timezone}.`}
          error={fieldErrorOf(error, "from", "The start")}
        />
        <Field
          label="To"
          type="datetime-local"
          value={to}
          onValue={setTo}
          error={fieldErrorOf(error, "to", "The end")}
        />
      </SubmitForm>
    </Dialog>
  );
}
