import { useQueryClient } from "@tanstack/react-query";
import type { Organization } from "@vedette/contract/people/organizations.ts";
import { useState } from "react";
import { keys } from "../../../api/keys.ts";
import { useApi, useSession } from "../../../app/session.tsx";
import { ConfirmButton } from "../../../components/confirm-button.tsx";
import { SelectField } from "../../../components/forms/field.tsx";
import { Notice } from "../../../components/notice.tsx";
import { toast } from "../../../components/toast.tsx";
import { t } from "../../../language/t.ts";
import { useMembers } from "../members/use-members.ts";
import { SettingsSection } from "../settings-section.tsx";

/** Makes another member the owner. The previous owner becomes an admin. */
export function TransferOrganization({ organization: { id, name } }: { organization: Organization }) {
  const api = useApi();
  const queries = useQueryClient();
  const { person } = useSession();
  const { items, error } = useMembers(id);
  const [chosen, setChosen] = useState("");
  const others = items?.filter((member) => member.user_id !== person?.id) ?? [];
  const newOwner = others.find((member) => member.id === chosen) ?? null;

  return (
    <SettingsSection
      title={t("Transfer ownership")}
      description={t("Another member becomes the owner, and you become an admin.")}
    >
      {error && <Notice>{error.message}</Notice>}
      {items && others.length === 0 && (
        <p className="text-soft">{t("There are no other members yet. Invite a member first.")}</p>
      )}
      {others.length > 0 && (
        <div className="flex flex-wrap items-end gap-3">
          <div className="w-full max-w-sm">
            <SelectField
              label={t("New owner")}
              value={chosen}
              onValue={setChosen}
              error={null}
              options={[
                { value: "", label: t("Select a member") },
                ...others.map((member) => ({
                  value: member.id,
                  label: `${member.name} (${member.email})`,
                })),
              ]}
            />
          </div>
          <ConfirmButton
            label={t("Transfer")}
            variant="danger"
            disabled={newOwner === null}
            title={t("Transfer {name} to {owner}?", { name, owner: newOwner?.name ?? "" })}
            description={t(
              "{name} becomes the owner and you become an admin. Only {name} can transfer it back.",
              { name: newOwner?.name ?? "" },
            )}
            action={{
              label: t("Transfer"),
              busy: t("Transferring …"),
              async run() {
                if (!newOwner) return;
                await api.POST("/api/v1/organizations/{id}/transfer", {
                  params: { path: { id } },
                  body: { member_id: newOwner.id },
                });
                toast(
                  t("{name} is now the owner of {organization}.", {
                    name: newOwner.name,
                    organization: name,
                  }),
                );
                await queries.invalidateQueries({ queryKey: keys.all("members") });
                await queries.invalidateQueries({ queryKey: keys.list("organizations") });
              },
            }}
          />
        </div>
      )}
    </SettingsSection>
  );
}
