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
import { SCOPE_LABELS } from "../role-labels.ts";
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
        title="API keys"
        lead="For pipelines, scripts and agents. A key works only in this organization."
        actions={
          mayManage && (
            <Button variant="primary" icon="plus" onClick={() => setCreating(true)}>
              Create key
            </Button>
          )
        }
      />
      {role && !mayManage && (
        <Notice kind="hint">Your role is {role}. Only admins and owners can view and create API keys.</Notice>
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
      caption="API keys"
      columns={COLUMNS}
      rows={items}
      error={error}
      empty={{
        title: "No API keys yet",
        description: "Create a key to run journeys from a pipeline or to read data from a script.",
      }}
      more={more}
    />
  );
}

const BADGES = {
  active: <StatusBadge status="up" word="Active" />,
  expired: <StatusBadge status="paused" word="Expired" />,
  revoked: <StatusBadge status="paused" word="Revoked" />,
};

const COLUMNS: readonly Column<ApiKey>[] = [
  {
    id: "name",
    title: "Name",
    cell: ({ name, key_start, created_by, ip_allow, selector }) => (
      <div className="wrap-anywhere">
        <span className="font-semibold">{name}</span>
        <span className="block text-[0.8125rem] text-soft">
          <code>{key_start}…</code> created by {created_by}
        </span>
        {selector !== null && (
          <span className="block text-[0.8125rem] text-soft">Only for {keyTargetsLabel(selector)}</span>
        )}
        {ip_allow.length > 0 && (
          <span className="block text-[0.8125rem] text-soft">Only from {ip_allow.join(", ")}</span>
        )}
      </div>
    ),
  },
  {
    id: "scope",
    title: "Scope",
    cell: ({ scope, location, projects }) => {
      if (projects !== null) return `${SCOPE_LABELS[scope]}: ${projects.join(", ")}`;
      return location === null ? SCOPE_LABELS[scope] : `${SCOPE_LABELS[scope]} at ${location}`;
    },
  },
  { id: "status", title: "Status", cell: ({ status }) => BADGES[status] },
  {
    id: "used",
    title: "Last used",
    isNumber: true,
    isWideOnly: true,
    cell: ({ last_used_at }) => (last_used_at === null ? "Never" : <TimeAgo at={last_used_at} />),
  },
  {
    id: "expires",
    title: "Expires",
    isNumber: true,
    isWideOnly: true,
    cell: ({ expires_at }) => (expires_at === null ? "Never" : <TimeAgo at={expires_at} />),
  },
  {
    id: "actions",
    title: "Actions",
    isTitleHidden: true,
    isNumber: true,
    cell: (key) => <RevokeApiKey apiKey={key} />,
  },
];
