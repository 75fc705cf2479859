import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Schema } from "../../../api/client.ts";
import { useRole } from "../../../app/role.ts";
import { useApi, useSession } from "../../../app/session.tsx";
import { Button } from "../../../components/button.tsx";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { toast } from "../../../components/toast.tsx";

/** Oneself leaves under Organization. */
export function RemoveMember({ member: { id, name, role, user_id } }: { member: Schema<"Member"> }) {
  const api = useApi();
  const queries = useQueryClient();
  const { organization, person } = useSession();
  const { reaches } = useRole();
  const [isAsked, setAsked] = useState(false);
  if (!organization || user_id === person?.id || !reaches("admin") || !reaches(role)) return null;
  return (
    <>
      <Button variant="quiet" aria-label={`Remove ${name}`} onClick={() => setAsked(true)}>
        Remove
      </Button>
      <ConfirmDialog
        isOpen={isAsked}
        title={`Remove ${name}?`}
        words={`${name} sees nothing of ${organization.name} from then on. What ${name} has made stays.`}
        action={{
          label: "Remove",
          busy: "Removing …",
          async run() {
            await api.DELETE("/api/v1/organizations/{id}/members/{member_id}", {
              params: { path: { id: organization.id, member_id: id } },
            });
            await queries.invalidateQueries({ queryKey: ["members"] });
            toast(`${name} is removed.`);
          },
        }}
        onClose={() => setAsked(false)}
      />
    </>
  );
}
