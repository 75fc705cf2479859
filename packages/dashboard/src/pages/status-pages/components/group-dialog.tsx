import { useQueryClient } from "@tanstack/react-query";
import type { PageGroup } from "@vedette/contract/status-pages/page-components.ts";
import { useState } from "react";
import { fieldErrorOf } from "../../../api/api-error.ts";
import { dataOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { useApi } from "../../../app/session.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { Field, TextField } from "../../../components/forms/field.tsx";
import { SubmitForm } from "../../../components/forms/submit-form.tsx";
import { useSubmission } from "../../../components/forms/use-submission.ts";
import { toast } from "../../../components/toast.tsx";

type GroupDialogProps = {
  pageId: string;
  /** Null for a new group. */
  group: PageGroup | null;
  nextPosition: number;
  onClose(): void;
};

export function GroupDialog(props: GroupDialogProps) {
  const { group, onClose } = props;
  return (
    <Dialog isOpen onClose={onClose} title={group ? `Edit ${group.name}` : "Add group"}>
      <GroupFields {...props} />
    </Dialog>
  );
}

function GroupFields({ pageId, group, nextPosition, onClose }: GroupDialogProps) {
  const api = useApi();
  const queries = useQueryClient();
  const [name, setName] = useState(group?.name ?? "");
  const [description, setDescription] = useState(group?.description ?? "");
  const body = { name, description };
  const submission = useSubmission(async () => {
    const path = { id: pageId };
    await (group
      ? dataOf(
          api.PUT("/api/v1/status-pages/{id}/component-groups/{group_id}", {
            params: { path: { ...path, group_id: group.id } },
            body,
          }),
        )
      : dataOf(
          api.POST("/api/v1/status-pages/{id}/component-groups", {
            params: { path },
            body: { ...body, position: nextPosition },
          }),
        ));
    await queries.invalidateQueries({ queryKey: keys.all("status-pages") });
    toast(`${name} saved.`);
    onClose();
  }, body);
  const { error } = submission;
  return (
    <SubmitForm
      submission={submission}
      fields={["name", "description"]}
      submit={{ label: "Save", busy: "Saving …" }}
      cancel={onClose}
      isDialog
    >
      <Field
        label="Name"
        autoComplete="off"
        placeholder="Europe"
        value={name}
        onValue={setName}
        error={fieldErrorOf(error, "name", "The name")}
      />
      <TextField
        label="Description"
        rows={2}
        hint="Below the name on the page. Plain text."
        value={description}
        onValue={setDescription}
        error={fieldErrorOf(error, "description", "The description")}
      />
    </SubmitForm>
  );
}
