import { REPORT_RECIPIENTS_MAX } from "@vedette/contract/reports/report-limits.ts";
import { fieldErrorOf, fieldErrorWithin } from "../../api/api-error.ts";
import { useSession } from "../../app/session.tsx";
import { IconButton } from "../../components/button.tsx";
import { FieldFrame } from "../../components/forms/field.tsx";
import { TagInput } from "../../components/forms/tag-input.tsx";
import { t } from "../../language/t.ts";
import { useMembers } from "../settings/members/use-members.ts";
import type { ReportPart } from "./report-part.ts";

/** Who receives a report: members, and other addresses. */
export function RecipientFields({ draft, error, onChange }: ReportPart) {
  const { items } = useMembers(useSession().organization?.id);
  const members = items ?? [];
  const nameOf = (id: string) => {
    const member = members.find(({ user_id }) => user_id === id);
    if (member) return member.name || member.email;
    return items === undefined ? "…" : t("Former member");
  };
  const left = members.filter(({ user_id: id }) => !draft.members.includes(id));
  const isFull = draft.members.length + draft.addresses.length >= REPORT_RECIPIENTS_MAX;
  return (
    <>
      <div className="grid gap-2">
        <FieldFrame
          label={t("Members")}
          hint={t("Members who receive the report.")}
          error={
            fieldErrorOf(error, "recipients", t("Recipients")) ??
            fieldErrorWithin(error, "recipients", t("A recipient"))
          }
        >
          {(control) => (
            <select
              {...control}
              value=""
              disabled={isFull}
              onChange={(event) =>
                event.target.value !== "" && onChange({ members: [...draft.members, event.target.value] })
              }
            >
              <option value="">{t("Add …")}</option>
              {left.map(({ user_id: id, name, email }) => (
                <option key={id} value={id}>
                  {name || email}
                </option>
              ))}
            </select>
          )}
        </FieldFrame>
        {draft.members.length > 0 && (
          <ul className="flex flex-wrap gap-2" aria-label={t("Members who receive the report")}>
            {draft.members.map((id) => (
              <li
                key={id}
                className="flex items-center gap-1 rounded-full bg-accent-ground py-0.5 pe-1 ps-2.5 text-sm"
              >
                <span className="wrap-anywhere">{nameOf(id)}</span>
                <IconButton
                  icon="close"
                  label={t("Remove {name}", { name: nameOf(id) })}
                  onClick={() => onChange({ members: draft.members.filter((other) => other !== id) })}
                />
              </li>
            ))}
          </ul>
        )}
      </div>
      <TagInput
        label={t("Other addresses")}
        hint={t("Press Enter to add. Strangers confirm by a link first, if the server asks for it.")}
        tags={draft.addresses}
        onTags={(addresses) => onChange({ addresses })}
        error={null}
      />
    </>
  );
}
