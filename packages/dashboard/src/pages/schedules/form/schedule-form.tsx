import { Link } from "@tanstack/react-router";
import { LAYERS_MAX } from "@vedette/contract/on-call/schedule-limits.ts";
import { useState } from "react";
import { fieldErrorOf } from "../../../api/api-error.ts";
import { Button, buttonClass } from "../../../components/button.tsx";
import { Field, TextField } from "../../../components/forms/field.tsx";
import { SubmitForm } from "../../../components/forms/submit-form.tsx";
import { TimezoneField } from "../../../components/forms/timezone-field.tsx";
import { useSubmission } from "../../../components/forms/use-submission.ts";
import { t } from "../../../language/t.ts";
import { LayerFields } from "./layer-fields.tsx";
import { emptyLayer, type LayerDraft, type ScheduleDraft } from "./schedule-draft.ts";
import { ShiftPreview } from "./shift-preview.tsx";

type ScheduleFormProps = {
  initial: ScheduleDraft;
  isNew: boolean;
  /** Everyone who may take turns, and those who left but are still in a layer. */
  people: readonly { id: string; name: string }[];
  /** Resolves to false if nothing was saved. */
  onSave(draft: ScheduleDraft): Promise<unknown>;
};

/** Form that creates or edits a schedule, with a preview of the next shifts. */
export function ScheduleForm({ initial, isNew, people, onSave }: ScheduleFormProps) {
  const [draft, setDraft] = useState(initial);
  const submission = useSubmission(() => onSave(draft), draft);
  const { error } = submission;
  const { layers } = draft;
  const change = (part: Partial<ScheduleDraft>) => setDraft({ ...draft, ...part });
  const changeLayer = (index: number, layer: LayerDraft) => change({ layers: layers.with(index, layer) });
  return (
    <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_minmax(0,24rem)]">
      <SubmitForm
        className="card gap-5 p-6"
        submission={submission}
        submit={{ label: isNew ? t("Add schedule") : t("Save"), busy: t("Saving …") }}
        cancel={
          <Link to="/schedules" className={buttonClass()}>
            {t("Cancel")}
          </Link>
        }
      >
        <Field
          label={t("Name")}
          autoComplete="off"
          placeholder={t("Primary on call")}
          value={draft.name}
          onValue={(name) => change({ name })}
          error={fieldErrorOf(error, "name", t("The name"))}
        />
        <TextField
          label={t("Description")}
          rows={2}
          value={draft.description}
          onValue={(description) => change({ description })}
          hint={t("Markdown.")}
          error={fieldErrorOf(error, "description", t("The description"))}
        />
        <TimezoneField
          value={draft.timezone}
          onValue={(timezone) => change({ timezone })}
          hint={t("Handoffs keep their local time when the clocks change.")}
          error={fieldErrorOf(error, "timezone", t("The time zone"))}
        />
        {layers.map((layer, index) => (
          <LayerFields
            key={layer.key}
            {...{ layer, index, people, error }}
            onLayer={(changed) => changeLayer(index, changed)}
            onRemove={() => change({ layers: layers.toSpliced(index, 1) })}
            onUp={
              index === 0
                ? null
                : () => change({ layers: layers.toSpliced(index, 1).toSpliced(index - 1, 0, layer) })
            }
          />
        ))}
        {layers.length < LAYERS_MAX && (
          <div>
            <Button
              onClick={() => change({ layers: [...layers, emptyLayer(layers.length + 1, Date.now())] })}
            >
              {t("Add layer")}
            </Button>
            <p className="mt-1.5 text-[0.8125rem] text-soft">
              {t("A later layer wins over an earlier one while it has someone.")}
            </p>
          </div>
        )}
      </SubmitForm>
      <ShiftPreview draft={draft} people={people} />
    </div>
  );
}
