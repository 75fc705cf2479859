import { Link } from "@tanstack/react-router";
import { SelectField } from "../../components/forms/field.tsx";
import { t } from "../../language/t.ts";
import { usePolicies } from "./use-policies.ts";

type PolicyChoiceProps = { value: string; onValue(id: string): void; error: string | null };

/** Selects the escalation policy of a rule. Empty: none. */
export function PolicyChoice({ value, onValue, error }: PolicyChoiceProps) {
  const policies = usePolicies().data ?? [];
  return (
    <SelectField
      label={t("Escalation policy")}
      value={value}
      onValue={onValue}
      options={[
        { value: "", label: t("None") },
        ...policies.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      hint={
        policies.length > 0 ? (
          t("Notifies people until someone acknowledges, beside the channels.")
        ) : (
          <>
            {t("Notifies people until someone acknowledges.")}{" "}
            <Link to="/escalation-policies/new" className="text-accent underline">
              {t("Add policy")}
            </Link>
          </>
        )
      }
      error={error}
    />
  );
}
