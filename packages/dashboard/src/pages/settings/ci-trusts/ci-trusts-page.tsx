import type { CodeTrust } from "@vedette/contract/code/trusts/code-trusts.ts";
import { useState } from "react";
import { pageOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { usePages } from "../../../api/use-pages.ts";
import { useRole } from "../../../app/role.ts";
import { useApi } from "../../../app/session.tsx";
import { Button } from "../../../components/button.tsx";
import { CopyButton } from "../../../components/code/copy-button.tsx";
import { ListTable } from "../../../components/list-table.tsx";
import { Notice } from "../../../components/notice.tsx";
import { PageHeader } from "../../../components/page-header.tsx";
import type { Column } from "../../../components/table.tsx";
import { TimeAgo } from "../../../components/time-ago.tsx";
import { t } from "../../../language/t.ts";
import { ROLE_WORDS } from "../role-labels.ts";
import { DeleteCiTrust } from "./delete-ci-trust.tsx";
import { NewCiTrust } from "./new-ci-trust.tsx";

/** Lists which OIDC tokens of CI jobs the organization trusts. */
export function CiTrustsPage() {
  const { reaches, role } = useRole();
  const [isCreating, setCreating] = useState(false);
  const mayManage = reaches("admin");
  return (
    <>
      <PageHeader
        title={t("CI trusts")}
        lead={t("CI jobs of a trusted repository apply configuration as code without a stored API key.")}
        actions={
          mayManage && (
            <Button variant="primary" icon="plus" onClick={() => setCreating(true)}>
              {t("Add trust")}
            </Button>
          )
        }
      />
      {role && !mayManage && (
        <Notice kind="hint">
          {t("Your role is {role}. Only admins and owners can view and add CI trusts.", {
            role: ROLE_WORDS[role],
          })}
        </Notice>
      )}
      {mayManage && <TrustList />}
      {isCreating && <NewCiTrust onClose={() => setCreating(false)} />}
    </>
  );
}

function TrustList() {
  const api = useApi();
  const { items, error, more } = usePages<CodeTrust>({
    queryKey: keys.list("code-trusts"),
    read: ({ signal, ...page }) =>
      pageOf(api.GET("/api/v1/code/trusts", { params: { query: page }, signal })),
  });
  return (
    <ListTable
      caption={t("CI trusts")}
      columns={COLUMNS}
      rows={items}
      error={error}
      empty={{
        title: t("No CI trusts yet"),
        description: t(
          "GitHub Actions and GitLab sign an OIDC token for each job. Trust the tokens of a repository, and its jobs exchange them for an API key that is valid for 15 minutes. The repository stores no secret.",
        ),
      }}
      more={more}
    />
  );
}

const COLUMNS: readonly Column<CodeTrust>[] = [
  {
    id: "subject",
    title: t("Subject"),
    cell: ({ subject, issuer, audience, created_by }) => (
      <div className="wrap-anywhere">
        <code className="font-semibold">{subject}</code>
        <span className="block text-[0.8125rem] text-soft">
          {t("issued by {issuer} for {audience}, added by {name}", { issuer, audience, name: created_by })}
        </span>
      </div>
    ),
  },
  { id: "projects", title: t("Projects"), cell: ({ projects }) => projects.join(", ") },
  {
    id: "used",
    title: t("Last used"),
    isNumber: true,
    isWideOnly: true,
    cell: ({ last_used_at }) => (last_used_at === null ? t("Never") : <TimeAgo at={last_used_at} />),
  },
  {
    id: "actions",
    title: t("Actions"),
    isTitleHidden: true,
    isNumber: true,
    cell: (trust) => (
      <span className="flex flex-wrap gap-2 sm:flex-nowrap sm:justify-end">
        <CopyButton text={trust.id} label={t("Copy ID")} />
        <DeleteCiTrust trust={trust} />
      </span>
    ),
  },
];
