import type { ApiKey } from "@vedette/contract/people/api-keys.ts";
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
import { StatusBadge } from "../../../components/status-badge.tsx";
import type { Column } from "../../../components/table.tsx";
import { TimeAgo } from "../../../components/time-ago.tsx";
import { Message } from "../../../language/message.tsx";
import { t } from "../../../language/t.ts";
import { ROLE_WORDS, SCOPE_LABELS } from "../role-labels.ts";
import { keyTargetsLabel } from "./key-targets-field.tsx";
import { NewApiKey } from "./new-api-key.tsx";
import { PingKeySection } from "./ping-key-section.tsx";
import { RevokeApiKey } from "./revoke-api-key.tsx";

/** Lists the API keys of the organization. */
export function ApiKeysPage() {
  const { reaches, role } = useRole();
  const [isCreating, setCreating] = useState(false);
  const mayManage = reaches("admin");
  return (
    <>
      <PageHeader
        title={t("API keys")}
        lead={t("For pipelines, scripts and agents. A key works only in this organization.")}
        actions={
          mayManage && (
            <Button variant="primary" icon="plus" onClick={() => setCreating(true)}>
              {t("Create key")}
            </Button>
          )
        }
      />
      {role && !mayManage && (
        <Notice kind="hint">
          {t("Your role is {role}. Only admins and owners can view and create API keys.", {
            role: ROLE_WORDS[role],
          })}
        </Notice>
      )}
      <div className="grid gap-6">
        {mayManage && <KeyList />}
        {reaches("owner") && <PingKeySection />}
      </div>
      {isCreating && <NewApiKey onClose={() => setCreating(false)} />}
    </>
  );
}

function KeyList() {
  const api = useApi();
  const { items, error, more } = usePages<ApiKey>({
    queryKey: keys.list("api-keys"),
    read: ({ signal, ...page }) => pageOf(api.GET("/api/v1/api-keys", { params: { query: page }, signal })),
  });
  return (
    <ListTable
      caption={t("API keys")}
      columns={COLUMNS}
      rows={items}
      error={error}
      empty={{
        title: t("No API keys yet"),
        description: t("Create a key to run journeys from a pipeline or to read data from a script."),
      }}
      more={more}
    />
  );
}

const BADGES = {
  active: <StatusBadge status="up" word={t("Active")} />,
  expired: <StatusBadge status="paused" word={t("Expired")} />,
  revoked: <StatusBadge status="paused" word={t("Revoked")} />,
};

const COLUMNS: readonly Column<ApiKey>[] = [
  {
    id: "name",
    title: t("Name"),
    cell: ({ name, key_start, created_by, ip_allow, selector }) => (
      <div className="wrap-anywhere">
        <span className="font-semibold">{name}</span>
        <span className="block text-[0.8125rem] text-soft">
          <Message
            text="{key} created by {name}"
            values={{ key: <code>{key_start}…</code>, name: created_by }}
          />
        </span>
        {selector !== null && (
          <span className="block text-[0.8125rem] text-soft">
            {t("Only for {targets}", { targets: keyTargetsLabel(selector) })}
          </span>
        )}
        {ip_allow.length > 0 && (
          <span className="block text-[0.8125rem] text-soft">
            {t("Only from {addresses}", { addresses: ip_allow.join(", ") })}
          </span>
        )}
      </div>
    ),
  },
  {
    id: "scope",
    title: t("Scope"),
    cell: ({ scope, location, projects }) => {
      if (projects !== null) return `${SCOPE_LABELS[scope]}: ${projects.join(", ")}`;
      return location === null
        ? SCOPE_LABELS[scope]
        : t("{scope} at {location}", { scope: SCOPE_LABELS[scope], location });
    },
  },
  { id: "status", title: t("Status"), cell: ({ status }) => BADGES[status] },
  {
    id: "used",
    title: t("Last used"),
    isNumber: true,
    isWideOnly: true,
    cell: ({ last_used_at }) => (last_used_at === null ? t("Never") : <TimeAgo at={last_used_at} />),
  },
  {
    id: "expires",
    title: t("Expires"),
    isNumber: true,
    isWideOnly: true,
    cell: ({ expires_at }) => (expires_at === null ? t("Never") : <TimeAgo at={expires_at} />),
  },
  {
    id: "actions",
    title: t("Actions"),
    isTitleHidden: true,
    isNumber: true,
    cell: (key) => <RevokeApiKey apiKey={key} />,
  },
];
