import { useQueryClient } from "@tanstack/react-query";
import type { GroupRollup } from "@vedette/contract/targets/group-status.ts";
import type { Group } from "@vedette/contract/targets/groups.ts";
import { useState } from "react";
import { fieldErrorOf } from "../../api/api-error.ts";
import { keys } from "../../api/keys.ts";
import { useApi } from "../../app/session.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Field, SelectField, TextField } from "../../components/forms/field.tsx";
import { SubmitForm } from "../../components/forms/submit-form.tsx";
import { useSubmission } from "../../components/forms/use-submission.ts";
import { toast } from "../../components/toast.tsx";
import { GroupSelect } from "../../features/groups/group-select.tsx";
import { withNested } from "../../features/groups/group-tree.ts";
import { useGroups } from "../../features/groups/use-groups.ts";

const ROLLUP_OPTIONS: { value: GroupRollup; label: string }[] = [
  { value: "worst", label: "Worst: down if any member is down" },
  { value: "quorum", label: "Quorum: down if half of the members are down" },
  { value: "all", label: "All: down if every member is down" },
];

type GroupFormProps = {
  /** The group to edit, or null to add one. */
  group: Group | null;
  onClose(): void;
};

export function GroupForm({ group, onClose }: GroupFormProps) {
  const api = useApi();
  const queries = useQueryClient();
  const groups = useGroups().data ?? [];
  const [name, setName] = useState(group?.name ?? "");
  const [description, setDescription] = useState(group?.description ?? "");
  const [parentId, setParentId] = useState(group?.parent_id ?? null);
  const [rollup, setRollup] = useState<GroupRollup>(group?.rollup ?? "worst");
  const [position, setPosition] = useState(String(group?.position ?? 0));
  const isDirty = name !== (group?.name ?? "") || description !== (group?.description ?? "");

  const submission = useSubmission(async () => {
    const body = { name, description, parent_id: parentId, rollup, position: Number(position) };
    if (group) await api.PUT("/api/v1/groups/{id}", { params: { path: { id: group.id } }, body });
    else await api.POST("/api/v1/groups", { body });
    await queries.invalidateQueries({ queryKey: keys.all("groups") });
    toast(`${name} saved.`);
    onClose();
  });
  const { error } = submission;

  return (
    <Dialog
      isOpen
      // A click outside the dialog must not discard input.
      onClose={isDirty ? null : onClose}
      title={group ? `Edit ${group.name}` : "Add group"}
    >
      <SubmitForm
        submission={submission}
        fields={["name", "parent_id", "rollup", "position", "description"]}
        submit={{ label: "Save", busy: "Saving …" }}
        cancel={onClose}
        isDialog
      >
        <Field
          label="Name"
          autoComplete="off"
          placeholder="Checkout"
          value={name}
          onValue={setName}
          error={fieldErrorOf(error, "name", "The name")}
        />
        <GroupSelect
          label="In group"
          value={parentId}
          none="None (top level)"
          {...(group && { except: withNested(groups, group.id) })}
          onValue={setParentId}
          error={fieldErrorOf(error, "parent_id", "The group")}
        />
        <SelectField
          label="Status"
          value={rollup}
          onValue={setRollup}
          options={ROLLUP_OPTIONS}
          error={fieldErrorOf(error, "rollup", "The status")}
        />
        <Field
          label="Position"
          hint="Order among its siblings, lowest first."
          inputMode="numeric"
          value={position}
          onValue={setPosition}
          error={fieldErrorOf(error, "position", "The position")}
        />
        <TextField
          label="Description"
          hint="Markdown: **bold**, lists and links."
          rows={3}
          value={description}
          onValue={setDescription}
          error={fieldErrorOf(error, "description", "The description")}
        />
      </SubmitForm>
    </Dialog>
  );
}
