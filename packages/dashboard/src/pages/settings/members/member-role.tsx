import { useQueryClient } from "@tanstack/react-query";
import type { Member } from "@vedette/contract/people/members.ts";
import { ROLES, type Role } from "@vedette/contract/people/scopes.ts";
import { useState } from "react";
import { ApiError } from "../../../api/api-error.ts";
import { type Versioned, versionedOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { useRole } from "../../../app/role.ts";
import { useApi, useSession } from "../../../app/session.tsx";
import { toast, toastError } from "../../../components/toast.tsx";
import { useEdit } from "../../../features/edits/use-edit.tsx";
import { t } from "../../../language/t.ts";
import { ROLE_LABELS, ROLE_WORDS } from "../role-labels.ts";

/** The role of a member, editable for roles that may grant it. A higher role cannot be changed. */
export function MemberRole({ member }: { member: Member }) {
  const { organization, person } = useSession();
  const { reaches, grantable } = useRole();
  const isSelf = member.user_id === person?.id;
  if (!organization || isSelf || !reaches("admin") || !reaches(member.role)) {
    return (
      <span>
        {ROLE_LABELS[member.role]}
        {isSelf && <span className="text-soft"> {t("(you)")}</span>}
      </span>
    );
  }

  return (
    <RoleSelect key={member.role} member={member} organizationId={organization.id} options={grantable} />
  );
}

type RoleSelectProps = { member: Member; organizationId: string; options: readonly Role[] };

function RoleSelect({ member, organizationId, options }: RoleSelectProps) {
  const api = useApi();
  const queries = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const params = { path: { id: organizationId, member_id: member.id } };
  const path = "/api/v1/organizations/{id}/members/{member_id}";
  const read = () => versionedOf(api.GET(path, { params }));
  const { save, dialog } = useEdit({
    // A row of a list has no version.
    loaded: { data: member, etag: null },
    bodyOf: ({ role }: Member) => ({ role }),
    read,
    async write(body, over) {
      const { etag } = over.etag === null ? await readUnchanged(read, over.data) : over;
      return versionedOf(api.PUT(path, { params, body, ifMatch: etag }));
    },
  });

  async function change(role: Role): Promise<void> {
    setBusy(true);
    try {
      const saved = await save({ role });
      if (saved) toast(t("{name} is now {role}.", { name: saved.name, role: ROLE_WORDS[saved.role] }));
    } catch (error) {
      toastError(error);
    } finally {
      await queries.invalidateQueries({ queryKey: keys.all("members") });
      setBusy(false);
    }
  }

  return (
    <>
      <select
        aria-label={t("Role of {name}", { name: member.name })}
        className="min-h-9 rounded-lg border border-line-strong bg-surface px-2"
        value={member.role}
        disabled={isBusy}
        onChange={(event) => {
          const chosen = ROLES.find((role) => role === event.target.value);
          if (chosen) void change(chosen);
        }}
      >
        {options.map((role) => (
          <option key={role} value={role}>
            {ROLE_LABELS[role]}
          </option>
        ))}
      </select>
      {dialog}
    </>
  );
}

/** Returns the stored member with its version. Throws if its role is not the one that the list shows. */
async function readUnchanged(
  read: () => Promise<Versioned<Member>>,
  shown: Member,
): Promise<Versioned<Member>> {
  const stored = await read();
  if (stored.data.role === shown.role) return stored;
  throw new ApiError("PRECONDITION_FAILED", t("The role of this member has changed."));
}
