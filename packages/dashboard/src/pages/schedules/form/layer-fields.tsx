import { LAYER_RESTRICTIONS_MAX } from "@vedette/contract/on-call/schedule-limits.ts";
import { fieldErrorOf } from "../../../api/api-error.ts";
import { Button } from "../../../components/button.tsx";
import { Field, SelectField } from "../../../components/forms/field.tsx";
import type { Submission } from "../../../components/forms/use-submission.ts";
import { t } from "../../../language/t.ts";
import { PeopleFields } from "./people-fields.tsx";
import { RestrictionFields } from "./restriction-fields.tsx";
import { emptyRestriction, type LayerDraft } from "./schedule-draft.ts";

type LayerFieldsProps = {
  layer: LayerDraft;
  index: number;
  people: readonly { id: string; name: string }[];
  error: Submission["error"];
  onLayer(layer: LayerDraft): void;
  onRemove(): void;
  /** Null for the first layer. */
  onUp: (() => void) | null;
};

const UNITS = [
  { value: "hour", label: t("hours") },
  { value: "day", label: t("days") },
  { value: "week", label: t("weeks") },
] as const;

/** The fields of one layer: who takes turns, how long a turn is, and when. */
export function LayerFields({ layer, index, people, error, onLayer, onRemove, onUp }: LayerFieldsProps) {
  const change = (part: Partial<LayerDraft>) => onLayer({ ...layer, ...part });
  const errorOf = (field: string, label: string) => fieldErrorOf(error, `layers.${index}.${field}`, label);
  const { restrictions } = layer;
  return (
    <fieldset className="grid gap-4 rounded-lg border border-line p-4">
      <legend className="px-1 font-semibold">
        {layer.name || t("Layer {number}", { number: index + 1 })}
      </legend>
      <Field
        label={t("Name of the layer")}
        value={layer.name}
        onValue={(name) => change({ name })}
        error={errorOf("name", t("The name"))}
      />
      <PeopleFields
        chosen={layer.people}
        people={people}
        onChosen={(chosen) => change({ people: chosen })}
        error={errorOf("people", t("The list of people"))}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={t("Handoff every")}
          inputMode="numeric"
          value={layer.every}
          onValue={(every) => change({ every })}
          error={errorOf("rotation.every", t("The length"))}
        />
        <SelectField
          label={t("Unit")}
          value={layer.unit}
          onValue={(unit) => change({ unit })}
          options={UNITS}
          error={null}
        />
        <Field
          label={t("First handoff")}
          type="datetime-local"
          value={layer.startsAt}
          onValue={(startsAt) => change({ startsAt })}
          error={errorOf("starts_at", t("The first handoff"))}
        />
        <Field
          label={t("End")}
          type="datetime-local"
          value={layer.endsAt}
          onValue={(endsAt) => change({ endsAt })}
          hint={t("Leave blank for no end.")}
          error={errorOf("ends_at", t("The end"))}
        />
      </div>
      {restrictions.map((restriction, position) => (
        <RestrictionFields
          key={restriction.key}
          restriction={restriction}
          errorOf={(field, label) => errorOf(`restrictions.${position}.${field}`, label)}
          onRestriction={(changed) => change({ restrictions: restrictions.with(position, changed) })}
          onRemove={() => change({ restrictions: restrictions.toSpliced(position, 1) })}
        />
      ))}
      <div className="flex flex-wrap gap-2">
        {restrictions.length < LAYER_RESTRICTIONS_MAX && (
          <Button onClick={() => change({ restrictions: [...restrictions, emptyRestriction()] })}>
            {t("Restrict to times")}
          </Button>
        )}
        {onUp && <Button onClick={onUp}>{t("Move layer up")}</Button>}
        <Button onClick={onRemove}>{t("Remove layer")}</Button>
      </div>
    </fieldset>
  );
}
