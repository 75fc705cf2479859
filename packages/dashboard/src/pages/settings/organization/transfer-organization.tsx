import { useQueryClient } from "@tanstack/react-query";
import type { Organization } from "@vedette/contract/people/organizations.ts";
import { useState } from "react";
import { useApi, useSession } from "../../../app/session.tsx";
import { Button } from "../../../components/button.tsx";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { SelectField } from "../../../components/field.tsx";
import { Notice } from "../../../components/notice.tsx";
import { toast } from "../../../components/toast.tsx";
import { useMembers } from "../members/use-members.ts";
import { SettingsSection } from "../settings-section.tsx";

/** Hands the organization over: the other becomes owner, and who does it an admin. */
export function TransferOrganization({ organization: { id, name } }: { organization: Organization }) {
  const api = useApi();
  const queries = useQueryClient();
  const { person } = useSession();
  const { items, error } = useMembers(id);
  const [chosen, setChosen] = useState("");
  const [isAsked, setAsked] = useState(false);
  const others = items?.filter((member) => member.user_id !== person?.id) ?? [];
  const heir = others.find((member) => member.id === chosen) ?? null;

  return (
    <SettingsSection title="Transfer" words="Another member becomes its owner, and you become an admin.">
      {error && <Notice>{error.message}</Notice>}
      {items && others.length === 0 && (
        <p className="text-soft">There is nobody else yet. Invite somebody under Members first.</p>
      )}
      {others.length > 0 && (
        <div className="flex flex-wrap items-end gap-3">
          <div className="w-full max-w-sm">
            <SelectField
              label="New owner"
              value={chosen}
              onValue={setChosen}
              fault={null}
              options={[
                { value: "", label: "Choose a member" },
                ...others.map((member) => ({
                  value: member.id,
                  label: `${member.name} (${member.email})`,
                })),
              ]}
            />
          </div>
          <Button variant="danger" disabled={heir === null} onClick={() => setAsked(true)}>
            Transfer
          </Button>
        </div>
      )}
      {heir && (
        <ConfirmDialog
          isOpen={isAsked}
          title={`Give ${name} to ${heir.name}?`}
          words={`${heir.name} becomes owner and you become an admin. Only ${heir.name} can give it back.`}
          action={{
            label: "Transfer",
            busy: "Transferring …",
            async run() {
              await api.POST("/api/v1/organizations/{id}/transfer", {
                params: { path: { id } },
                body: { member_id: heir.id },
              });
              toast(`${heir.name} owns ${name} now.`);
              await queries.invalidateQueries({ queryKey: ["members"] });
              await queries.invalidateQueries({ queryKey: ["organizations", "list"] });
            },
          }}
          onClose={() => setAsked(false)}
        />
      )}
    </SettingsSection>
  );
}
