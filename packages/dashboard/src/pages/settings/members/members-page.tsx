import type { Member } from "@vedette/contract/people/members.ts";
import { useRole } from "../../../app/role.ts";
import { useSession } from "../../../app/session.tsx";
import { ListTable } from "../../../components/list-table.tsx";
import { Notice } from "../../../components/notice.tsx";
import { PageHeader } from "../../../components/page-header.tsx";
import type { Column } from "../../../components/table.tsx";
import { TimeAgo } from "../../../components/time-ago.tsx";
import { t } from "../../../language/t.ts";
import { ROLE_WORDS } from "../role-labels.ts";
import { Invitations } from "./invitations.tsx";
import { InviteForm } from "./invite-form.tsx";
import { MemberRole } from "./member-role.tsx";
import { RemoveMember } from "./remove-member.tsx";
import { useMembers } from "./use-members.ts";

/** Lists the members and the pending invitations. */
export function MembersPage() {
  const { organization } = useSession();
  const { reaches, role } = useRole();
  const { items, error, more } = useMembers(organization?.id);
  return (
    <>
      <PageHeader
        title={t("Members")}
        lead={organization && t("People with access to {name}.", { name: organization.name })}
      />
      <div className="grid gap-5">
        {role && !reaches("admin") && (
          <Notice kind="hint">
            {t("Your role is {role}. Only admins and owners can invite people and change roles.", {
              role: ROLE_WORDS[role],
            })}
          </Notice>
        )}
        <ListTable
          caption={t("Members")}
          columns={COLUMNS}
          rows={items}
          error={error}
          empty={t("No members.")}
          more={more}
        />
        {organization && reaches("admin") && <InviteForm organizationId={organization.id} />}
        {organization && <Invitations organizationId={organization.id} />}
      </div>
    </>
  );
}

const COLUMNS: readonly Column<Member>[] = [
  {
    id: "name",
    title: t("Name"),
    cell: ({ name, email }) => (
      <div className="wrap-anywhere">
        <span className="font-semibold">{name}</span>
        <span className="block text-[0.8125rem] text-soft">{email}</span>
      </div>
    ),
  },
  { id: "role", title: t("Role"), cell: (member) => <MemberRole member={member} /> },
  {
    id: "joined",
    title: t("Joined"),
    isNumber: true,
    isWideOnly: true,
    cell: ({ joined_at }) => <TimeAgo at={joined_at} />,
  },
  {
    id: "actions",
    title: t("Actions"),
    isTitleHidden: true,
    isNumber: true,
    cell: (member) => <RemoveMember member={member} />,
  },
];
