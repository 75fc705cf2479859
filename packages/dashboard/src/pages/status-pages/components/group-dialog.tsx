import { useQueryClient } from "@tanstack/react-query";
import type { PageGroup } from "@vedette/contract/status-pages/page-components.ts";
import { useState } from "react";
import { fieldErrorOf } from "../../../api/api-error.ts";
import { type Versioned, versionedOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { useApi } from "../../../app/session.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { Field, TextField } from "../../../components/forms/field.tsx";
import { SubmitForm } from "../../../components/forms/submit-form.tsx";
import { useSubmission } from "../../../components/forms/use-submission.ts";
import { LoadState } from "../../../components/load-state.tsx";
import { toast } from "../../../components/toast.tsx";
import { useEdit } from "../../../features/edits/use-edit.tsx";
import { useLoaded } from "../../../features/edits/use-loaded.ts";
import { t } from "../../../language/t.ts";

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
    <Dialog isOpen onClose={onClose} title={group ? t("Edit {name}", { name: group.name }) : t("Add group")}>
      {group ? <EditGroup {...props} group={group} /> : <AddGroup {...props} />}
    </Dialog>
  );
}

function AddGroup({ pageId, nextPosition, onClose }: GroupDialogProps) {
  const api = useApi();
  return (
    <GroupFields
      group={null}
      onClose={onClose}
      onSave={(body) =>
        api.POST("/api/v1/status-pages/{id}/component-groups", {
          params: { path: { id: pageId } },
          body: { ...body, position: nextPosition },
        })
      }
    />
  );
}

type GroupPath = { path: { id: string; group_id: string } };

function EditGroup({ pageId, group, onClose }: GroupDialogProps & { group: PageGroup }) {
  const api = useApi();
  const params: GroupPath = { path: { id: pageId, group_id: group.id } };
  const { loaded, error } = useLoaded("status-pages", group.id, (signal) =>
    versionedOf(api.GET("/api/v1/status-pages/{id}/component-groups/{group_id}", { params, signal })),
  );
  return (
    <>
      <LoadState data={loaded} error={error} />
      {loaded && <Edit loaded={loaded} params={params} onClose={onClose} />}
    </>
  );
}

type EditProps = { loaded: Versioned<PageGroup>; params: GroupPath; onClose(): void };

function Edit({ loaded, params, onClose }: EditProps) {
  const api = useApi();
  const { save, dialog } = useEdit({
    loaded,
    bodyOf: ({ name, description }: PageGroup): GroupBody => ({ name, description }),
    read: () => versionedOf(api.GET("/api/v1/status-pages/{id}/component-groups/{group_id}", { params })),
    write: (body, { etag }) =>
      versionedOf(
        api.PUT("/api/v1/status-pages/{id}/component-groups/{group_id}", { params, body, ifMatch: etag }),
      ),
  });
  return (
    <>
      <GroupFields
        group={loaded.data}
        onClose={onClose}
        onSave={async (body) => (await save(body)) !== null}
      />
      {dialog}
    </>
  );
}

type GroupBody = Pick<PageGroup, "name" | "description">;

type GroupFieldsProps = {
  group: PageGroup | null;
  /** Resolves to false if nothing was saved. */
  onSave(body: GroupBody): Promise<unknown>;
  onClose(): void;
};

function GroupFields({ group, onSave, onClose }: GroupFieldsProps) {
  const queries = useQueryClient();
  const [name, setName] = useState(group?.name ?? "");
  const [description, setDescription] = useState(group?.description ?? "");
  const body = { name, description };
  const submission = useSubmission(async () => {
    if ((await onSave(body)) === false) return false;
    await queries.invalidateQueries({ queryKey: keys.all("status-pages") });
    toast(t("{name} saved.", { name }));
    onClose();
    return true;
  }, body);
  const { error } = submission;
  return (
    <SubmitForm
      submission={submission}
      fields={["name", "description"]}
      submit={{ label: t("Save"), busy: t("Saving …") }}
      cancel={onClose}
      isDialog
    >
      <Field
        label={t("Name")}
        autoComplete="off"
        placeholder={t("Europe")}
        value={name}
        onValue={setName}
        error={fieldErrorOf(error, "name", t("The name"))}
      />
      <TextField
        label={t("Description")}
        rows={2}
        hint={t("Below the name on the page. Plain text.")}
        value={description}
        onValue={setDescription}
        error={fieldErrorOf(error, "description", t("The description"))}
      />
    </SubmitForm>
  );
}
