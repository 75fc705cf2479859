import type { ApiError } from "../../../api/api-error.ts";
import { checkView } from "../../../features/checks/check-views.ts";
import type { MonitorDraft } from "./monitor-draft.ts";

type CheckFieldsOfProps = {
  draft: MonitorDraft;
  change(part: Partial<MonitorDraft>): void;
  error: ApiError | null;
  part: "MainFields" | "AdvancedFields";
};

/** The fields of the selected check kind. */
export function CheckFieldsOf({ draft: { type, checks }, change, error, part }: CheckFieldsOfProps) {
  const Fields = checkView(type)[part];
  if (Fields === undefined) return null;
  return (
    <Fields
      draft={checks[type]}
      change={(changed) => change({ checks: { ...checks, [type]: { ...checks[type], ...changed } } })}
      error={error}
    />
  );
}
