import type {
  IdentityProvider,
  IdentityProviderUpdate,
  ProviderRole,
} from "@vedette/contract/people/identity-providers.ts";

/** The form of an identity provider. */
export type ProviderDraft = {
  name: string;
  issuer: string;
  clientId: string;
  /** Empty: the stored one stays. */
  clientSecret: string;
  /** Separated by commas or spaces. */
  domains: string;
  groupsClaim: string;
  /** One line a group: `ops = admin`. */
  groupRoles: string;
  defaultRole: ProviderRole | "none";
  autoJoin: boolean;
  required: boolean;
  trustsEmail: boolean;
};

export function providerDraftOf(provider: IdentityProvider | null): ProviderDraft {
  return {
    name: provider?.name ?? "",
    issuer: provider?.issuer ?? "",
    clientId: provider?.client_id ?? "",
    clientSecret: "",
    domains: provider?.domains.join(", ") ?? "",
    groupsClaim: provider?.groups_claim ?? "",
    groupRoles: (provider?.group_roles ?? []).map(({ group, role }) => `${group} = ${role}`).join("\n"),
    defaultRole: provider === null ? "viewer" : (provider.default_role ?? "none"),
    autoJoin: provider?.auto_join ?? true,
    required: provider?.required ?? false,
    trustsEmail: provider?.trust_email ?? false,
  };
}

/** The fields of a request. A group without a role is sent without one, so that the server names the error. */
export function providerBodyOf(draft: ProviderDraft) {
  const { name, issuer, clientSecret, autoJoin, required } = draft;
  const domains = draft.domains.split(/[\s,]+/).filter((domain) => domain !== "");
  return {
    ...{ name, issuer, client_id: draft.clientId, domains },
    ...(clientSecret !== "" && { client_secret: clientSecret }),
    groups_claim: draft.groupsClaim.trim() || null,
    group_roles: readGroupRoles(draft.groupRoles),
    default_role: draft.defaultRole === "none" ? null : draft.defaultRole,
    ...{ auto_join: autoJoin, required, trust_email: draft.trustsEmail },
  };
}

/** Lines of the form `group = role`. A group may contain `=`. */
export function readGroupRoles(text: string): NonNullable<IdentityProviderUpdate["group_roles"]> {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return lines.map((line) => {
    const at = line.lastIndexOf("=");
    const [group, role] = at === -1 ? [line, ""] : [line.slice(0, at), line.slice(at + 1)];
    // The server checks the role.
    return { group: group.trim(), role: role.trim() as ProviderRole };
  });
}
