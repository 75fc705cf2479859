import type { IdentityProvider } from "@vedette/contract/people/identity-providers.ts";
import { useState } from "react";
import { pageOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { usePages } from "../../../api/use-pages.ts";
import { useRole } from "../../../app/role.ts";
import { useApi } from "../../../app/session.tsx";
import { Button } from "../../../components/button.tsx";
import { ListTable } from "../../../components/list-table.tsx";
import { Notice } from "../../../components/notice.tsx";
import { PageHeader } from "../../../components/page-header.tsx";
import type { Column } from "../../../components/table.tsx";
import { t } from "../../../language/t.ts";
import { ROLE_WORDS } from "../role-labels.ts";
import { DomainProofs } from "./domain-proofs.tsx";
import { ProviderActions } from "./provider-actions.tsx";
import { ProviderDialog } from "./provider-form.tsx";

/** OpenID Connect providers with which the people of the organization sign in. */
export function IdentityProvidersPage() {
  const { reaches, role } = useRole();
  const [isCreating, setCreating] = useState(false);
  const mayManage = reaches("admin");
  return (
    <>
      <PageHeader
        title={t("Identity providers")}
        lead={t(
          "Members sign in with your OpenID Connect provider, chosen by the domain of their email address.",
        )}
        actions={
          mayManage && (
            <Button variant="primary" icon="plus" onClick={() => setCreating(true)}>
              {t("Add provider")}
            </Button>
          )
        }
      />
      {role && !mayManage && (
        <Notice kind="hint">
          {t("Your role is {role}. Only admins and owners can view and add identity providers.", {
            role: ROLE_WORDS[role],
          })}
        </Notice>
      )}
      {mayManage && <ProviderList />}
      {isCreating && <ProviderDialog provider={null} onClose={() => setCreating(false)} />}
    </>
  );
}

function ProviderList() {
  const api = useApi();
  const { items, error, more } = usePages<IdentityProvider>({
    queryKey: keys.list("identity-providers"),
    read: ({ signal, ...page }) =>
      pageOf(api.GET("/api/v1/identity-providers", { params: { query: page }, signal })),
  });
  return (
    <ListTable
      caption={t("Identity providers")}
      columns={COLUMNS}
      rows={items}
      error={error}
      empty={{
        title: t("No identity providers yet"),
        description: t(
          "Add the OpenID Connect provider of your company, such as Okta, Entra ID, Google or Keycloak. Members with an address of your domains then sign in there, and its groups can set their roles.",
        ),
      }}
      more={more}
    />
  );
}

const COLUMNS: readonly Column<IdentityProvider>[] = [
  {
    id: "name",
    title: t("Provider"),
    cell: ({ name, issuer }) => (
      <div className="wrap-anywhere">
        <span className="font-semibold">{name}</span>
        <span className="block text-[0.8125rem] text-soft">{issuer}</span>
      </div>
    ),
  },
  { id: "domains", title: t("Domains"), cell: (provider) => <DomainProofs provider={provider} /> },
  {
    id: "access",
    title: t("Access"),
    cell: (provider) => (
      <ul className="grid gap-0.5 text-[0.8125rem] wrap-anywhere">
        {accessOf(provider).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    ),
  },
  {
    id: "actions",
    title: t("Actions"),
    isTitleHidden: true,
    width: "md:w-72",
    cell: (provider) => <ProviderActions provider={provider} />,
  },
];

function accessOf({ required, auto_join, default_role, groups_claim }: IdentityProvider): string[] {
  const fallback = default_role === null ? t("no access") : ROLE_WORDS[default_role];
  return [
    required ? t("Single sign-on required") : t("Single sign-on optional"),
    auto_join ? t("Adds members at their first sign-in") : t("Existing members only"),
    ...(groups_claim !== null ? [t("Roles by groups, otherwise {fallback}", { fallback })] : []),
    ...(groups_claim === null && auto_join ? [t("New members: {fallback}", { fallback })] : []),
  ];
}
