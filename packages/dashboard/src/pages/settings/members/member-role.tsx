import { useQueryClient } from "@tanstack/react-query";
import type { Member } from "@vedette/contract/people/members.ts";
import { ROLES } from "@vedette/contract/people/scopes.ts";
import { useState } from "react";
import { keys } from "../../../api/keys.ts";
import { useRole } from "../../../app/role.ts";
import { useApi, useSession } from "../../../app/session.tsx";
import { toast, toastError } from "../../../components/toast.tsx";
import { ROLE_LABELS } from "../role-labels.ts";

/** The role of a member, editable for roles that may grant it. A higher role cannot be changed. */
export function MemberRole({ member }: { member: Member }) {
  const api = useApi();
  const queries = useQueryClient();
  const { organization, person } = useSession();
  const { reaches, grantable } = useRole();
  const [isBusy, setBusy] = useState(false);
  const isSelf = member.user_id === person?.id;
  if (!organization || isSelf || !reaches("admin") || !reaches(member.role)) {
    return (
      <span>
        {ROLE_LABELS[member.role]}
        {isSelf && <span className="text-soft"> (you)</span>}
      </span>
    );
  }

  async function change(role: Member["role"]): Promise<void> {
    setBusy(true);
    try {
      await api.PUT("/api/v1/organizations/{id}/members/{member_id}", {
        params: { path: { id: organization?.id ?? "", member_id: member.id } },
        body: { role },
      });
      toast(`${member.name} is now ${role}.`);
    } catch (error) {
      toastError(error);
    } finally {
      await queries.invalidateQueries({ queryKey: keys.all("members") });
      setBusy(false);
    }
  }

  return (
    <select
      aria-label={`Role of ${member.name}`}
      className="min-h-9 rounded-lg border border-line-strong bg-surface px-2"
      value={member.role}
      disabled={isBusy}
      onChange={(event) => {
        const chosen = ROLES.find((role) => role === event.target.value);
        if (chosen) void change(chosen);
      }}
    >
      {grantable.map((role) => (
        <option key={role} value={role}>
          {ROLE_LABELS[role]}
        </option>
      ))}
    </select>
  );
}
