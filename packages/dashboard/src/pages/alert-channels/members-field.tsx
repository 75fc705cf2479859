import { useSession } from "../../app/session.tsx";
import { IconButton } from "../../components/button.tsx";
import { FieldFrame } from "../../components/forms/field.tsx";
import { t } from "../../language/t.ts";
import { useMembers } from "../settings/members/use-members.ts";

type MembersFieldProps = {
  label: string;
  hint: string;
  error: string | null;
  /** IDs of people. */
  chosen: readonly string[];
  onChosen(chosen: string[]): void;
};

/** Chooses members of the organization by name. */
export function MembersField({ label, hint, error, chosen, onChosen }: MembersFieldProps) {
  const { organization } = useSession();
  const { items: members = [] } = useMembers(organization?.id);
  const left = members.filter(({ user_id: id }) => !chosen.includes(id));
  const nameOf = (id: string) => {
    const member = members.find(({ user_id: one }) => one === id);
    return member === undefined ? t("Former member") : member.name || member.email;
  };
  return (
    <div className="grid gap-2">
      <FieldFrame label={label} hint={hint} error={error}>
        {(control) => (
          <select
            {...control}
            value=""
            onChange={(event) => event.target.value !== "" && onChosen([...chosen, event.target.value])}
          >
            <option value="">{t("Add a member …")}</option>
            {left.map(({ user_id: id, name, email }) => (
              <option key={id} value={id}>
                {name === "" ? email : `${name} (${email})`}
              </option>
            ))}
          </select>
        )}
      </FieldFrame>
      {chosen.length > 0 && (
        <ul className="flex flex-wrap gap-2" aria-label={t("Chosen: members")}>
          {chosen.map((id) => (
            <li
              key={id}
              className="flex items-center gap-1 rounded-lg border border-line bg-raised ps-3 wrap-anywhere"
            >
              {nameOf(id)}
              <IconButton
                label={t("Remove {name}", { name: nameOf(id) })}
                icon="close"
                onClick={() => onChosen(chosen.filter((other) => other !== id))}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
