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
import { type ProviderDraft, providerBodyOf, providerDraftOf } from "./provider-draft.ts";
import { VerifyDomains } from "./verify-domains.tsx";

type ProviderDialogProps = { provider: IdentityProvider | null; onClose(): void };

/** Adds an identity provider, or edits the given one. What to set in the DNS is shown afterwards. */
export function ProviderDialog({ provider, onClose }: ProviderDialogProps) {
  const [saved, setSaved] = useState<IdentityProvider | null>(null);
  if (saved) return <VerifyDomains provider={saved} onClose={onClose} />;
  return (
    <Dialog isOpen onClose={onClose} title={provider ? "Edit identity provider" : "Add identity provider"}>
      <ProviderForm
        provider={provider}
        onSaved={(stored) => {
          toast(provider ? "Identity provider saved." : "Identity provider added.");
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
      submit={provider ? { label: "Save", busy: "Saving …" } : { label: "Add provider", busy: "Adding …" }}
      cancel={onClose}
      isDialog
    >
      <ClientFields draft={draft} error={error} isStored={provider !== null} onChange={change} />
      <RoleFields draft={draft} error={error} onChange={change} />
      <CheckField
        label="Add members at their first sign-in"
        hint="If off, only existing members can sign in with the provider."
        isChecked={draft.autoJoin}
        onChecked={(autoJoin) => change({ autoJoin })}
      />
      <CheckField
        label="Require single sign-on"
        hint="For members with an address of these domains. Owners can always sign in another way."
        isChecked={draft.required}
        onChecked={(required) => change({ required })}
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
        label="Name"
        autoComplete="off"
        placeholder="Acme"
        value={draft.name}
        onValue={(name) => onChange({ name })}
        error={fieldErrorOf(error, "name", "The name")}
      />
      <Field
        label="Issuer"
        autoComplete="off"
        inputMode="url"
        placeholder="https://login.example.com"
        hint={isStored ? "With another issuer, all domains must be verified again." : undefined}
        value={draft.issuer}
        onValue={(issuer) => onChange({ issuer })}
        error={fieldErrorOf(error, "issuer", "The issuer")}
      />
      <Field
        label="Client ID"
        autoComplete="off"
        value={draft.clientId}
        onValue={(clientId) => onChange({ clientId })}
        error={fieldErrorOf(error, "client_id", "Client ID")}
      />
      <Field
        label="Client secret"
        type="password"
        autoComplete="off"
        hint={isStored ? "Leave blank to keep the stored one." : "Stored encrypted, and never shown."}
        value={draft.clientSecret}
        onValue={(clientSecret) => onChange({ clientSecret })}
        error={fieldErrorOf(error, "client_secret", "Client secret")}
      />
      <Field
        label="Domains"
        autoComplete="off"
        placeholder="example.com, example.org"
        hint="Of email addresses, separated by commas."
        value={draft.domains}
        onValue={(domains) => onChange({ domains })}
        error={fieldErrorWithin(error, "domains", "The domain")}
      />
    </>
  );
}

const DEFAULT_ROLES = [
  { value: "viewer", label: "Viewer" },
  { value: "member", label: "Member" },
  { value: "admin", label: "Admin" },
  { value: "none", label: "No access" },
] as const;

function RoleFields({ draft, error, onChange }: PartProps) {
  return (
    <>
      <Field
        label="Groups claim"
        autoComplete="off"
        placeholder="groups"
        hint="Sets the role at each sign-in. Leave blank to keep roles as they are."
        value={draft.groupsClaim}
        onValue={(groupsClaim) => onChange({ groupsClaim })}
        error={fieldErrorOf(error, "groups_claim", "The claim")}
      />
      {draft.groupsClaim.trim() !== "" && (
        <TextField
          label="Roles of groups"
          spellCheck={false}
          placeholder={"ops = admin\nstaff = viewer"}
          hint="One group a line; viewer, member or admin. The highest role applies."
          value={draft.groupRoles}
          onValue={(groupRoles) => onChange({ groupRoles })}
          error={groupRolesError(error)}
        />
      )}
      <SelectField
        label={draft.groupsClaim.trim() === "" ? "Role of new members" : "Role without a group"}
        value={draft.defaultRole}
        onValue={(defaultRole) => onChange({ defaultRole })}
        options={DEFAULT_ROLES}
        error={fieldErrorOf(error, "default_role", "The role")}
      />
    </>
  );
}

/** Names the line: the server counts the groups from zero. */
function groupRolesError(error: ApiError | null): string | null {
  const path = error?.details.find((one) => one.path.startsWith("group_roles"))?.path;
  const index = /^group_roles\.(\d+)/.exec(path ?? "")?.[1];
  if (index === undefined) return fieldErrorWithin(error, "group_roles", "The list");
  return `Line ${Number(index) + 1}: write a group, an equals sign, and viewer, member or admin.`;
}
