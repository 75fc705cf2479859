import { type ApiError, fieldErrorOf } from "../../../api/api-error.ts";
import { SelectField } from "../../../components/forms/field.tsx";
import { t } from "../../../language/t.ts";
import { type CoversDraft, isWithoutSelector } from "./covers-draft.ts";
import { SelectorField } from "./selector-field.tsx";

type CoversFieldProps = {
  draft: CoversDraft;
  onChange(part: Partial<CoversDraft>): void;
  /** Whether saving failed because the selector was missing. */
  isMissing: boolean;
  error: ApiError | null;
};

/** The targets that something is about. */
export function CoversField({ draft, onChange, isMissing, error }: CoversFieldProps) {
  return (
    <>
      <SelectField
        label={t("Targets")}
        value={draft.covers}
        onValue={(covers) => onChange({ covers })}
        options={[
          { value: "all", label: t("All targets, including future ones") },
          { value: "some", label: t("Targets by tag, group, kind or name") },
        ]}
        error={
          isMissing && isWithoutSelector(draft)
            ? t("Select a target, tag, group or kind below.")
            : fieldErrorOf(error, "selector", t("The selection"))
        }
      />
      {draft.covers === "some" && (
        <SelectorField
          selector={draft.selector}
          onSelector={(selector) => onChange({ selector })}
          isRequired
          error={error}
        />
      )}
    </>
  );
}
