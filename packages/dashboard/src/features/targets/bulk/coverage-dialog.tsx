import { useQuery } from "@tanstack/react-query";
import type { Selector } from "@vedette/contract/targets/selectors.ts";
import { useState } from "react";
import { ApiError } from "../../../api/api-error.ts";
import { Dialog } from "../../../components/dialog.tsx";
import { SelectField } from "../../../components/forms/field.tsx";
import { SubmitForm } from "../../../components/forms/submit-form.tsx";
import { useSubmission } from "../../../components/forms/use-submission.ts";
import { toast } from "../../../components/toast.tsx";
import { t } from "../../../language/t.ts";
import type { Covering, CoveringType } from "./covering.ts";
import { SelectorProblem, withoutTargets, withTargets } from "./selector-change.ts";
import { useCoverings } from "./use-coverings.ts";

type CoverageDialogProps = {
  /** Null: closed. */
  type: CoveringType | null;
  rows: readonly { id: string }[];
  onClose(): void;
};

const WORDS = {
  rule: { title: t("Alert rule"), none: t("There are no alert rules yet.") },
  window: { title: t("Maintenance window"), none: t("There are no maintenance windows yet.") },
} as const;

/** Adds targets to an alert rule or a maintenance window, or removes them. */
export function CoverageDialog({ type, rows, onClose }: CoverageDialogProps) {
  return (
    <Dialog isOpen={type !== null} onClose={onClose} title={type ? WORDS[type].title : ""}>
      {type && <CoverageForm type={type} rows={rows} onClose={onClose} />}
    </Dialog>
  );
}

const CHANGES = [
  { value: "add", label: t("Add to") },
  { value: "remove", label: t("Remove from") },
] as const;

type CoverageFormProps = { type: CoveringType; rows: readonly { id: string }[]; onClose(): void };

function CoverageForm({ type, rows, onClose }: CoverageFormProps) {
  const { list, selectedBy, save, listKey } = useCoverings(type);
  const [change, setChange] = useState<"add" | "remove">("add");
  const [chosenId, setChosenId] = useState<string | null>(null);
  const { data: coverings } = useQuery({ queryKey: listKey, queryFn: list });
  const covering = coverings?.find(({ id }) => id === chosenId) ?? coverings?.[0];
  const ids = rows.map(({ id }) => id);

  async function changed({ selector }: Covering, covered: Covering): Promise<Selector> {
    if (change === "add") return withTargets(selector, ids);
    return withoutTargets(selector, ids, await selectedBy(covered));
  }
  const submission = useSubmission(async () => {
    if (!covering) return onClose();
    try {
      await save(covering, await changed(covering, covering));
    } catch (error) {
      if (error instanceof SelectorProblem) throw new ApiError("BAD_REQUEST", error.message);
      throw error;
    }
    const values = { count: ids.length, name: covering.name };
    toast(
      change === "add"
        ? t("Added {count, plural, one {# target} other {# targets}}: {name}.", values)
        : t("Removed {count, plural, one {# target} other {# targets}}: {name}.", values),
    );
    onClose();
  });

  if (coverings === undefined) return <p className="text-soft">{t("Loading …")}</p>;
  if (!covering) return <p className="text-soft">{WORDS[type].none}</p>;
  return (
    <SubmitForm
      submission={submission}
      submit={{ label: change === "add" ? t("Add") : t("Remove"), busy: t("Saving …") }}
      cancel={onClose}
      isDialog
    >
      <SelectField label={t("Change")} value={change} onValue={setChange} options={CHANGES} error={null} />
      <SelectField<string>
        label={WORDS[type].title}
        value={covering.id}
        onValue={setChosenId}
        options={coverings.map(({ id, name }) => ({ value: id, label: name }))}
        error={null}
      />
    </SubmitForm>
  );
}
