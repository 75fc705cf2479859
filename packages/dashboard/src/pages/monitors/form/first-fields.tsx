import { intervalsOf } from "@vedette/contract/checks/check-types.ts";
import { fieldErrorOf } from "../../../api/api-error.ts";
import { Field } from "../../../components/forms/field.tsx";
import { IntervalField } from "../../../components/forms/interval-field.tsx";
import { toast } from "../../../components/toast.tsx";
import type { MonitorType } from "../../../features/checks/check-labels.ts";
import { AboutFields } from "../../../features/targets/fields/about-fields.tsx";
import { CHECK_INTERVALS, useIntervalLimit } from "../../../features/targets/fields/intervals.ts";
import { t } from "../../../language/t.ts";
import { formView, loadFormView } from "./form-views.ts";
import { checkDraft, withCheck } from "./monitor-draft.ts";
import type { MonitorFieldsProps } from "./monitor-fields-props.ts";
import { TypeField } from "./type-field.tsx";

/** The fields in sight; an error of any other field is under "Advanced". */
export const FIRST_PATHS = ["name", "type", "interval", "runbook_url", "description"] as const;

/** The fields that most monitors need. */
export function FirstFields({ draft, change, error }: MonitorFieldsProps) {
  const { type } = draft;
  const { MainFields } = formView(type);
  const ofPlan = useIntervalLimit();
  const { min } = intervalsOf(type);

  async function select(next: MonitorType): Promise<void> {
    try {
      await loadFormView(next);
      const { min, initial } = intervalsOf(next);
      const isTooShort = Number(draft.interval) < min;
      change({ type: next, ...(isTooShort && { interval: String(initial) }) });
    } catch {
      toast(t("The fields of this type could not be loaded. Reload the page."), "problem");
    }
  }

  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field
        label={t("Name")}
        autoFocus
        autoComplete="off"
        placeholder={t("Shop")}
        value={draft.name}
        onValue={(name) => change({ name })}
        error={fieldErrorOf(error, "name", t("The name"))}
      />
      <TypeField
        value={type}
        onValue={(next) => void select(next)}
        error={fieldErrorOf(error, "type", t("The type"))}
      />
      <MainFields draft={checkDraft(draft)} change={(part) => change(withCheck(draft, part))} error={error} />
      <IntervalField
        value={draft.interval}
        presets={CHECK_INTERVALS.filter((seconds) => seconds >= min)}
        minSeconds={ofPlan}
        onValue={(interval) => change({ interval })}
        error={fieldErrorOf(error, "interval", t("The interval"))}
      />
      <AboutFields draft={draft} change={change} error={error} isWide />
    </div>
  );
}
