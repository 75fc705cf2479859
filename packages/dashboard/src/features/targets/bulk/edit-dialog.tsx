import type { BulkTargetsInput } from "@vedette/contract/targets/bulk.ts";
import { useState } from "react";
import { type ApiError, fieldErrorOf, fieldErrorWithin } from "../../../api/api-error.ts";
import { Dialog } from "../../../components/dialog.tsx";
import { Field } from "../../../components/forms/field.tsx";
import { IntervalField } from "../../../components/forms/interval-field.tsx";
import { SubmitForm } from "../../../components/forms/submit-form.tsx";
import { useSubmission } from "../../../components/forms/use-submission.ts";
import { t } from "../../../language/t.ts";
import { GroupSelect } from "../../groups/group-select.tsx";
import { CHECK_INTERVALS, useIntervalLimit } from "../fields/intervals.ts";
import { LocationsField } from "../fields/locations-field.tsx";

export type BulkField = "interval" | "locations" | "group_id" | "owner";
type BulkSet = NonNullable<BulkTargetsInput["set"]>;

const TITLES: Record<BulkField, string> = {
  interval: t("Change interval"),
  locations: t("Change locations"),
  group_id: t("Change group"),
  owner: t("Change owner"),
};

type EditDialogProps = {
  /** Null: closed. */
  field: BulkField | null;
  count: number;
  onSet(set: BulkSet): Promise<void>;
  onClose(): void;
};

/** Sets one field of several targets. */
export function EditDialog({ field, onClose, ...form }: EditDialogProps) {
  return (
    <Dialog isOpen={field !== null} onClose={onClose} title={field ? TITLES[field] : ""}>
      {field && <EditForm field={field} {...form} onClose={onClose} />}
    </Dialog>
  );
}

type EditFormProps = Omit<EditDialogProps, "field"> & { field: BulkField };

function EditForm({ field, count, onSet, onClose }: EditFormProps) {
  const [draft, setDraft] = useState<Draft>({ interval: "60", locations: [], group_id: null, owner: "" });
  const submission = useSubmission(async () => {
    await onSet(setOf(field, draft));
    onClose();
  });
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part });
  return (
    <SubmitForm
      submission={submission}
      fields={[field]}
      submit={{
        label: t("Change {count, plural, one {# target} other {# targets}}", { count }),
        busy: t("Changing …"),
      }}
      cancel={onClose}
      isDialog
    >
      <EditedInput {...{ field, draft, change }} error={submission.error} />
    </SubmitForm>
  );
}

type Draft = { interval: string; locations: readonly string[]; group_id: string | null; owner: string };

function setOf(field: BulkField, { interval, locations, group_id, owner }: Draft): BulkSet {
  switch (field) {
    case "interval":
      return { interval: Number(interval) };
    case "locations":
      return { locations: [...locations] };
    case "group_id":
      return { group_id };
    case "owner":
      return { owner: owner.trim() === "" ? null : owner.trim() };
  }
}

type EditedInputProps = {
  field: BulkField;
  draft: Draft;
  change(part: Partial<Draft>): void;
  error: ApiError | null;
};

function EditedInput({ field, draft, change, error }: EditedInputProps) {
  const minSeconds = useIntervalLimit();
  switch (field) {
    case "interval":
      return (
        <IntervalField
          value={draft.interval}
          onValue={(interval) => change({ interval })}
          presets={CHECK_INTERVALS}
          minSeconds={minSeconds}
          error={fieldErrorOf(error, "interval", t("The interval"))}
        />
      );
    case "locations":
      return (
        <LocationsField
          chosen={draft.locations}
          onChosen={(locations) => change({ locations })}
          error={fieldErrorWithin(error, "locations", t("The locations"))}
        />
      );
    case "group_id":
      return (
        <GroupSelect
          label={t("Group")}
          none={t("No group")}
          value={draft.group_id}
          onValue={(group_id) => change({ group_id })}
          error={fieldErrorOf(error, "group_id", t("The group"))}
        />
      );
    case "owner":
      return (
        <Field
          label={t("Owner")}
          hint={t("Team or person responsible. Leave blank for none.")}
          value={draft.owner}
          onValue={(owner) => change({ owner })}
          error={fieldErrorOf(error, "owner", t("The owner"))}
        />
      );
  }
}
