import { useQueryClient } from "@tanstack/react-query";
import type { IdentityProvider } from "@vedette/contract/people/identity-providers.ts";
import { useState } from "react";
import { type ApiError, fieldErrorOf, fieldErrorWithin } from "../../../api/api-error.ts";
import { dataOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { useApi } from "../../../app/session.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { CheckField, Field, SelectField, TextField } from "../../../components/forms/field.tsx";
import { SubmitForm } from "../../../components/forms/submit-form.tsx";
import { useSubmission } from "../../../components/forms/use-submission.ts";
import { toast } from "../../../components/toast.tsx";
import { t } from "../../../language/t.ts";
import { ROLE_LABELS } from "../role-labels.ts";
import { type ProviderDraft, providerBodyOf, providerDraftOf } from "./provider-draft.ts";
import { VerifyDomains } from "./verify-domains.tsx";

type ProviderDialogProps = { provider: IdentityProvider | null; onClose(): void };

/** Adds an identity provider, or edits the given one. What to set in the DNS is shown afterwards. */
export function ProviderDialog({ provider, onClose }: ProviderDialogProps) {
  const [saved, setSaved] = useState<IdentityProvider | null>(null);
  if (saved) return <VerifyDomains provider={saved} onClose={onClose} />;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={provider ? t("Edit identity provider") : t("Add identity provider")}
    >
      <ProviderForm
        provider={provider}
        onSaved={(stored) => {
          toast(provider ? t("Identity provider saved.") : t("Identity provider added."));
          if (stored.domain_proofs.some(({ verified_at }) => verified_at === null)) setSaved(stored);
          else onClose();
        }}
        onClose={onClose}
      />
    </Dialog>
  );
}

type ProviderFormProps = ProviderDialogProps & { onSaved(stored: IdentityProvider): void };

function ProviderForm({ provider, onSaved, onClose }: ProviderFormProps) {
  const api = useApi();
  const queries = useQueryClient();
  const [draft, setDraft] = useState(() => providerDraftOf(provider));
  const change = (part: Partial<ProviderDraft>) => setDraft({ ...draft, ...part });
  const submission = useSubmission(async () => {
    const body = providerBodyOf(draft);
    const stored = await dataOf(
      provider
        ? api.PUT("/api/v1/identity-providers/{id}", { params: { path: { id: provider.id } }, body })
        : api.POST("/api/v1/identity-providers", { body: { client_secret: "", ...body } }),
    );
    await queries.invalidateQueries({ queryKey: keys.all("identity-providers") });
    onSaved(stored);
  }, draft);
  const { error } = submission;
  const ofLists = error?.details
    .map(({ path }) => path)
    .filter((path) => /^(domains|group_roles)/.test(path));
  return (
    <SubmitForm
      submission={submission}
      fields={[
        "name",
        "issuer",
        "client_id",
        "client_secret",
        "groups_claim",
        "default_role",
        ...(ofLists ?? []),
      ]}
      submit={
        provider
          ? { label: t("Save"), busy: t("Saving …") }
          : { label: t("Add provider"), busy: t("Adding …") }
      }
      cancel={onClose}
      isDialog
    >
      <ClientFields draft={draft} error={error} isStored={provider !== null} onChange={change} />
      <RoleFields draft={draft} error={error} onChange={change} />
      <CheckField
        label={t("Add members at their first sign-in")}
        hint={t("If off, only existing members can sign in with the provider.")}
        isChecked={draft.autoJoin}
        onChecked={(autoJoin) => change({ autoJoin })}
      />
      <CheckField
        label={t("Require single sign-on")}
        hint={t("For members with an address of these domains. Owners can always sign in another way.")}
        isChecked={draft.required}
        onChecked={(required) => change({ required })}
      />
      <CheckField
        label={t("Trust email addresses of the verified domains")}
        hint={t(
          "For a provider that sends no email_verified, such as Microsoft Entra ID. Only if people cannot change their own address there.",
        )}
        isChecked={draft.trustsEmail}
        onChecked={(trustsEmail) => change({ trustsEmail })}
      />
    </SubmitForm>
  );
}

type PartProps = {
  draft: ProviderDraft;
  error: ApiError | null;
  onChange(part: Partial<ProviderDraft>): void;
};

function ClientFields({ draft, error, isStored, onChange }: PartProps & { isStored: boolean }) {
  return (
    <>
      <Field
        label={t("Name")}
        autoComplete="off"
        placeholder={"Acme"}
        value={draft.name}
        onValue={(name) => onChange({ name })}
        error={fieldErrorOf(error, "name", t("The name"))}
      />
      <Field
        label={t("Issuer")}
        autoComplete="off"
        inputMode="url"
        placeholder="https://login.example.com"
        hint={isStored ? t("With another issuer, all domains must be verified again.") : undefined}
        value={draft.issuer}
        onValue={(issuer) => onChange({ issuer })}
        error={fieldErrorOf(error, "issuer", t("The issuer"))}
      />
      <Field
        label={t("Client ID")}
        autoComplete="off"
        value={draft.clientId}
        onValue={(clientId) => onChange({ clientId })}
        error={fieldErrorOf(error, "client_id", t("Client ID"))}
      />
      <Field
        label={t("Client secret")}
        type="password"
        autoComplete="off"
        hint={isStored ? t("Leave blank to keep the stored one.") : t("Stored encrypted, and never shown.")}
        value={draft.clientSecret}
        onValue={(clientSecret) => onChange({ clientSecret })}
        error={fieldErrorOf(error, "client_secret", t("Client secret"))}
      />
      <Field
        label={t("Domains")}
        autoComplete="off"
        placeholder={"example.com, example.org"}
        hint={t("Of email addresses, separated by commas.")}
        value={draft.domains}
        onValue={(domains) => onChange({ domains })}
        error={fieldErrorWithin(error, "domains", t("The domain"))}
      />
    </>
  );
}

const DEFAULT_ROLES = [
  { value: "viewer", label: ROLE_LABELS.viewer },
  { value: "member", label: ROLE_LABELS.member },
  { value: "admin", label: ROLE_LABELS.admin },
  { value: "none", label: t("No access") },
] as const;

function RoleFields({ draft, error, onChange }: PartProps) {
  return (
    <>
      <Field
        label={t("Groups claim")}
        autoComplete="off"
        placeholder={"groups"}
        hint={t("Sets the role at each sign-in. Leave blank to keep roles as they are.")}
        value={draft.groupsClaim}
        onValue={(groupsClaim) => onChange({ groupsClaim })}
        error={fieldErrorOf(error, "groups_claim", t("The claim"))}
      />
      {draft.groupsClaim.trim() !== "" && (
        <TextField
          label={t("Roles of groups")}
          spellCheck={false}
          placeholder={"ops = admin\nstaff = viewer"}
          hint={t("One group a line; viewer, member or admin. The highest role applies.")}
          value={draft.groupRoles}
          onValue={(groupRoles) => onChange({ groupRoles })}
          error={groupRolesError(error)}
        />
      )}
      <SelectField
        label={draft.groupsClaim.trim() === "" ? t("Role of new members") : t("Role without a group")}
        value={draft.defaultRole}
        onValue={(defaultRole) => onChange({ defaultRole })}
        options={DEFAULT_ROLES}
        error={fieldErrorOf(error, "default_role", t("The role"))}
      />
    </>
  );
}

/** Names the line: the server counts the groups from zero. */
function groupRolesError(error: ApiError | null): string | null {
  const path = error?.details.find((one) => one.path.startsWith("group_roles"))?.path;
  const index = /^group_roles\.(\d+)/.exec(path ?? "")?.[1];
  if (index === undefined) return fieldErrorWithin(error, "group_roles", t("The list"));
  return t("Line {line}: write a group, an equals sign, and viewer, member or admin.", {
    line: Number(index) + 1,
  });
}
