import { useQueryClient } from "@tanstack/react-query";
import type { Invitation, NewInvitation } from "@vedette/contract/people/members.ts";
import { useState } from "react";
import { dataOf, pageOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { usePages } from "../../../api/use-pages.ts";
import { useRole } from "../../../app/role.ts";
import { useApi } from "../../../app/session.tsx";
import { Button } from "../../../components/button.tsx";
import { ConfirmButton } from "../../../components/confirm-button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { Notice } from "../../../components/notice.tsx";
import { type Column, Table } from "../../../components/table.tsx";
import { TimeAgo } from "../../../components/time-ago.tsx";
import { toast, toastError } from "../../../components/toast.tsx";
import { t } from "../../../language/t.ts";
import { ROLE_LABELS } from "../role-labels.ts";
import { InvitationLink } from "./invitation-link.tsx";

/** Lists the pending invitations. */
export function Invitations({ organizationId: id }: { organizationId: string }) {
  const api = useApi();
  const { items, error, more } = usePages<Invitation>({
    queryKey: keys.list("invitations", id),
    read: ({ signal, ...page }) =>
      pageOf(
        api.GET("/api/v1/organizations/{id}/invitations", {
          params: { path: { id }, query: { status: "pending", ...page } },
          signal,
        }),
      ),
  });
  if (error) return <Notice>{error.message}</Notice>;
  if (!items || items.length === 0) return null;
  const columns: readonly Column<Invitation>[] = [
    ...COLUMNS,
    {
      id: "actions",
      title: t("Actions"),
      isTitleHidden: true,
      isNumber: true,
      cell: (invitation) => <InvitationActions organizationId={id} invitation={invitation} />,
    },
  ];
  return (
    <section aria-labelledby="pending-invitations" className="grid gap-3">
      <h2 id="pending-invitations">{t("Pending invitations")}</h2>
      <Table
        caption={t("Pending invitations")}
        columns={columns}
        rows={items}
        idOf={(invitation) => invitation.id}
        more={more}
      />
    </section>
  );
}

const COLUMNS: readonly Column<Invitation>[] = [
  {
    id: "email",
    title: t("Email"),
    cell: ({ email, invited_by }) => (
      <div className="wrap-anywhere">
        <span className="font-semibold">{email}</span>
        <span className="block text-[0.8125rem] text-soft">
          {t("invited by {name}", { name: invited_by })}
        </span>
      </div>
    ),
  },
  { id: "role", title: t("Role"), cell: ({ role }) => ROLE_LABELS[role] },
  {
    id: "expires",
    title: t("Expires"),
    isWideOnly: true,
    cell: ({ expires_at }) => <TimeAgo at={expires_at} />,
  },
];

type InvitationActionsProps = { organizationId: string; invitation: Invitation };

/** A link is shown only once. Creating a new link invalidates the old one. */
function InvitationActions({ organizationId, invitation: { id, email, role } }: InvitationActionsProps) {
  const api = useApi();
  const queries = useQueryClient();
  const { reaches } = useRole();
  const [renewed, setRenewed] = useState<NewInvitation | null>(null);
  const [isBusy, setBusy] = useState(false);
  if (!reaches("admin") || !reaches(role)) return null;
  const refresh = () => queries.invalidateQueries({ queryKey: keys.all("invitations") });

  async function renew(): Promise<void> {
    setBusy(true);
    try {
      const params = { path: { id: organizationId } };
      const body = { email, role };
      setRenewed(await dataOf(api.POST("/api/v1/organizations/{id}/invitations", { params, body })));
    } catch (error) {
      toastError(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className="flex justify-end gap-1">
      <Button
        variant="quiet"
        aria-label={t("Create new link for {email}", { email })}
        busy={isBusy && t("Creating …")}
        onClick={() => void renew()}
      >
        {t("Create new link")}
      </Button>
      <Dialog
        isOpen={renewed !== null}
        // Refreshes the list only after closing: a refresh would replace the row and its dialog.
        onClose={() => {
          setRenewed(null);
          void refresh();
        }}
        title={t("New invitation link")}
      >
        {renewed && <InvitationLink invitation={renewed} />}
      </Dialog>
      <ConfirmButton
        label={t("Revoke")}
        longLabel={t("Revoke {email}", { email })}
        title={t("Revoke the invitation for {email}?", { email })}
        description={t("Its link stops working.")}
        action={{
          label: t("Revoke"),
          busy: t("Revoking …"),
          async run() {
            await api.DELETE("/api/v1/organizations/{id}/invitations/{invitation_id}", {
              params: { path: { id: organizationId, invitation_id: id } },
            });
            await refresh();
            toast(t("Invitation for {email} revoked.", { email }));
          },
        }}
      />
    </div>
  );
}
