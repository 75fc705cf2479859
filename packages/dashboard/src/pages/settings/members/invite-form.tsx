import { useQueryClient } from "@tanstack/react-query";
import type { NewInvitation } from "@vedette/contract/people/members.ts";
import type { Role } from "@vedette/contract/people/scopes.ts";
import { useState } from "react";
import { fieldErrorOf } from "../../../api/api-error.ts";
import { dataOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { useRole } from "../../../app/role.ts";
import { useApi } from "../../../app/session.tsx";
import { Field, SelectField } from "../../../components/forms/field.tsx";
import { SubmitForm } from "../../../components/forms/submit-form.tsx";
import { useSubmission } from "../../../components/forms/use-submission.ts";
import { t } from "../../../language/t.ts";
import { ROLE_DESCRIPTIONS, ROLE_LABELS } from "../role-labels.ts";
import { SettingsSection } from "../settings-section.tsx";
import { InvitationLink } from "./invitation-link.tsx";

export function InviteForm({ organizationId: id }: { organizationId: string }) {
  const api = useApi();
  const queries = useQueryClient();
  const { grantable } = useRole();
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<Role>("member");
  const [invitation, setInvitation] = useState<NewInvitation | null>(null);
  const submission = useSubmission(async () => {
    const params = { path: { id } };
    setInvitation(
      await dataOf(api.POST("/api/v1/organizations/{id}/invitations", { params, body: { email, role } })),
    );
    setEmail("");
    await queries.invalidateQueries({ queryKey: keys.all("invitations") });
  }, email || undefined);
  const { error } = submission;
  return (
    <SettingsSection
      title={t("Invite a member")}
      description={t("The link works once, for seven days, and only for this email address.")}
    >
      <SubmitForm
        submission={submission}
        fields={["email", "role"]}
        submit={{ label: t("Invite"), busy: t("Inviting …") }}
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label={t("Email")}
            type="email"
            autoComplete="off"
            placeholder="colleague@shop.example"
            value={email}
            onValue={setEmail}
            error={fieldErrorOf(error, "email", t("The email address"))}
          />
          <SelectField
            label={t("Role")}
            value={role}
            onValue={setRole}
            hint={ROLE_DESCRIPTIONS[role]}
            error={fieldErrorOf(error, "role", t("The role"))}
            options={grantable.map((value) => ({ value, label: ROLE_LABELS[value] }))}
          />
        </div>
      </SubmitForm>
      {invitation && <InvitationLink invitation={invitation} />}
    </SettingsSection>
  );
}
