import { useQueryClient } from "@tanstack/react-query";
import type { GroupRollup } from "@vedette/contract/common/rollups.ts";
import type { Group } from "@vedette/contract/targets/groups.ts";
import { useState } from "react";
import { fieldErrorOf } from "../../api/api-error.ts";
import { type Versioned, versionedOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { useApi } from "../../app/session.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Field, SelectField, TextField } from "../../components/forms/field.tsx";
import { SubmitForm } from "../../components/forms/submit-form.tsx";
import { useSubmission } from "../../components/forms/use-submission.ts";
import { LoadState } from "../../components/load-state.tsx";
import { toast } from "../../components/toast.tsx";
import { useEdit } from "../../features/edits/use-edit.tsx";
import { useLoaded } from "../../features/edits/use-loaded.ts";
import { GroupSelect } from "../../features/groups/group-select.tsx";
import { withNested } from "../../features/groups/group-tree.ts";
import { useGroups } from "../../features/groups/use-groups.ts";
import { t } from "../../language/t.ts";

const ROLLUP_OPTIONS: { value: GroupRollup; label: string }[] = [
  { value: "worst", label: t("Worst: down if any member is down") },
  { value: "quorum", label: t("Quorum: down if half of the members are down") },
  { value: "all", label: t("All: down if every member is down") },
];

type GroupFormProps = {
  /** The group to edit, or null to add one. */
  group: Group | null;
  onClose(): void;
};

/** A dialog that adds or edits a group. */
export function GroupForm({ group, onClose }: GroupFormProps) {
  return (
    <Dialog isOpen onClose={onClose} title={group ? t("Edit {name}", { name: group.name }) : t("Add group")}>
      {group ? <EditGroup id={group.id} onClose={onClose} /> : <AddGroup onClose={onClose} />}
    </Dialog>
  );
}

function AddGroup({ onClose }: { onClose(): void }) {
  const api = useApi();
  return <Fields group={null} onClose={onClose} onSave={(body) => api.POST("/api/v1/groups", { body })} />;
}

function EditGroup({ id, onClose }: { id: string; onClose(): void }) {
  const api = useApi();
  const { loaded, error } = useLoaded("groups", id, (signal) =>
    versionedOf(api.GET("/api/v1/groups/{id}", { params: { path: { id } }, signal })),
  );
  return (
    <>
      <LoadState data={loaded} error={error} />
      {loaded && <Edit loaded={loaded} onClose={onClose} />}
    </>
  );
}

function Edit({ loaded, onClose }: { loaded: Versioned<Group>; onClose(): void }) {
  const api = useApi();
  const params = { path: { id: loaded.data.id } };
  const { save, dialog } = useEdit({
    loaded,
    bodyOf: bodyOfGroup,
    read: () => versionedOf(api.GET("/api/v1/groups/{id}", { params })),
    write: (body, { etag }) => versionedOf(api.PUT("/api/v1/groups/{id}", { params, body, ifMatch: etag })),
  });
  return (
    <>
      <Fields group={loaded.data} onClose={onClose} onSave={async (body) => (await save(body)) !== null} />
      {dialog}
    </>
  );
}

type GroupBody = Pick<Group, "name" | "description" | "parent_id" | "rollup" | "position">;

function bodyOfGroup({ name, description, parent_id, rollup, position }: Group): GroupBody {
  return { name, description, parent_id, rollup, position };
}

type FieldsProps = {
  group: Group | null;
  /** Resolves to false if nothing was saved. */
  onSave(body: GroupBody): Promise<unknown>;
  onClose(): void;
};

function Fields({ group, onSave, onClose }: FieldsProps) {
  const queries = useQueryClient();
  const groups = useGroups().data ?? [];
  const [name, setName] = useState(group?.name ?? "");
  const [description, setDescription] = useState(group?.description ?? "");
  const [parentId, setParentId] = useState(group?.parent_id ?? null);
  const [rollup, setRollup] = useState<GroupRollup>(group?.rollup ?? "worst");
  const [position, setPosition] = useState(String(group?.position ?? 0));
  const body = { name, description, parent_id: parentId, rollup, position: Number(position) };

  const submission = useSubmission(async () => {
    if ((await onSave(body)) === false) return false;
    await queries.invalidateQueries({ queryKey: keys.all("groups") });
    toast(t("{name} saved.", { name }));
    onClose();
    return true;
  }, body);
  const { error } = submission;

  return (
    <SubmitForm
      submission={submission}
      fields={["name", "parent_id", "rollup", "position", "description"]}
      submit={{ label: t("Save"), busy: t("Saving …") }}
      cancel={onClose}
      isDialog
    >
      <Field
        label={t("Name")}
        autoComplete="off"
        placeholder={t("Checkout")}
        value={name}
        onValue={setName}
        error={fieldErrorOf(error, "name", t("The name"))}
      />
      <GroupSelect
        label={t("In group")}
        value={parentId}
        none={t("None (top level)")}
        {...(group && { except: withNested(groups, group.id) })}
        onValue={setParentId}
        error={fieldErrorOf(error, "parent_id", t("The group"))}
      />
      <SelectField
        label={t("Status")}
        value={rollup}
        onValue={setRollup}
        options={ROLLUP_OPTIONS}
        error={fieldErrorOf(error, "rollup", t("The status"))}
      />
      <Field
        label={t("Position")}
        hint={t("Order among its siblings, lowest first.")}
        inputMode="numeric"
        value={position}
        onValue={setPosition}
        error={fieldErrorOf(error, "position", t("The position"))}
      />
      <TextField
        label={t("Description")}
        hint={t("Markdown: **bold**, lists and links.")}
        rows={3}
        value={description}
        onValue={setDescription}
        error={fieldErrorOf(error, "description", t("The description"))}
      />
    </SubmitForm>
  );
}
