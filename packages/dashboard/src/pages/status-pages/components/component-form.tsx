import { useQueryClient } from "@tanstack/react-query";
import type { GroupRollup } from "@vedette/contract/common/rollups.ts";
import type { PageComponent, PageGroup } from "@vedette/contract/status-pages/page-components.ts";
import { useState } from "react";
import { fieldErrorOf } from "../../../api/api-error.ts";
import { keys } from "../../../api/keys.ts";
import { CheckField, Field, SelectField, TextField } from "../../../components/forms/field.tsx";
import { SubmitForm } from "../../../components/forms/submit-form.tsx";
import { useSubmission } from "../../../components/forms/use-submission.ts";
import { toast } from "../../../components/toast.tsx";
import { SelectorField } from "../../../features/targets/fields/selector-field.tsx";
import { t } from "../../../language/t.ts";
import { COMPONENT_STATUS_LABELS, optionsOf } from "../status-labels.ts";
import {
  bodyOfComponent,
  type ComponentBody,
  type ComponentDraft,
  draftOfComponent,
  isWithoutTargets,
} from "./component-draft.ts";

const FOLLOWS_OPTIONS = [
  { value: "targets", label: t("The status of targets") },
  { value: "nothing", label: t("A status that you set") },
] as const satisfies readonly { value: ComponentDraft["follows"]; label: string }[];

const ROLLUP_OPTIONS: { value: GroupRollup; label: string }[] = [
  { value: "worst", label: t("Worst: an outage if any target is down") },
  { value: "quorum", label: t("Quorum: an outage if half of the targets are down") },
  { value: "all", label: t("All: an outage if every target is down") },
];

const STATUS_OPTIONS = optionsOf(COMPONENT_STATUS_LABELS);
const NO_GROUP = "";

type ComponentFormProps = {
  /** Null for a new component. */
  component: PageComponent | null;
  groups: readonly PageGroup[];
  /** Resolves to false if nothing was saved. */
  onSave(body: ComponentBody): Promise<unknown>;
  onClose(): void;
};

/** The fields of a component, new or loaded. */
export function ComponentForm({ component, groups, onSave, onClose }: ComponentFormProps) {
  const queries = useQueryClient();
  const [draft, setDraft] = useState(() => draftOfComponent(component));
  const [isMissing, setMissing] = useState(false);
  const onChange = (part: Partial<ComponentDraft>) => setDraft({ ...draft, ...part });
  const submission = useSubmission(async () => {
    setMissing(isWithoutTargets(draft));
    if (isWithoutTargets(draft)) return false;
    if ((await onSave(bodyOfComponent(draft))) === false) return false;
    await queries.invalidateQueries({ queryKey: keys.all("status-pages") });
    toast(t("{name} saved.", { name: draft.name }));
    onClose();
    return true;
  }, draft);
  const { error } = submission;
  return (
    <SubmitForm
      submission={submission}
      fields={["name", "internal_name", "description", "group_id", "rollup", "status"]}
      submit={{ label: t("Save"), busy: t("Saving …") }}
      cancel={onClose}
      isDialog
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={t("Name")}
          autoComplete="off"
          placeholder={t("Checkout")}
          hint={t("As visitors see it.")}
          value={draft.name}
          onValue={(name) => onChange({ name })}
          error={fieldErrorOf(error, "name", t("The name"))}
        />
        <Field
          label={t("Internal name")}
          autoComplete="off"
          hint={t("Only your organization sees it.")}
          value={draft.internalName}
          onValue={(internalName) => onChange({ internalName })}
          error={fieldErrorOf(error, "internal_name", t("The internal name"))}
        />
      </div>
      <TextField
        label={t("Description")}
        rows={2}
        hint={t("Below the name on the page. Plain text.")}
        value={draft.description}
        onValue={(description) => onChange({ description })}
        error={fieldErrorOf(error, "description", t("The description"))}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label={t("Group on the page")}
          value={draft.groupId ?? NO_GROUP}
          onValue={(groupId) => onChange({ groupId: groupId === NO_GROUP ? null : groupId })}
          options={[
            { value: NO_GROUP, label: t("None") },
            ...groups.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          error={fieldErrorOf(error, "group_id", t("The group"))}
        />
        <SelectField
          label={t("Shows")}
          value={draft.follows}
          onValue={(follows) => onChange({ follows })}
          options={FOLLOWS_OPTIONS}
          error={
            isMissing && isWithoutTargets(draft) ? t("Select a target, tag, group or kind below.") : null
          }
        />
      </div>
      {draft.follows === "targets" ? (
        <>
          <SelectorField
            selector={draft.selector}
            onSelector={(selector) => onChange({ selector })}
            isRequired
            error={error}
          />
          <SelectField
            label={t("With several targets")}
            value={draft.rollup}
            onValue={(rollup) => onChange({ rollup })}
            options={ROLLUP_OPTIONS}
            error={fieldErrorOf(error, "rollup", t("The rollup"))}
          />
        </>
      ) : (
        <SelectField
          label={t("Status")}
          value={draft.status}
          onValue={(status) => onChange({ status })}
          options={STATUS_OPTIONS}
          error={fieldErrorOf(error, "status", t("The status"))}
        />
      )}
      <CheckField
        label={t("Show only while it is not operational")}
        isChecked={draft.onlyWhenBad}
        onChecked={(onlyWhenBad) => onChange({ onlyWhenBad })}
      />
    </SubmitForm>
  );
}
