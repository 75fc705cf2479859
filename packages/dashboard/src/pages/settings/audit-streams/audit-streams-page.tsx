import { AUDIT_STREAMS_MAX, type AuditStream } from "@vedette/contract/people/audit-streams.ts";
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
import { StreamActions } from "./stream-actions.tsx";
import { StreamDialog } from "./stream-dialog.tsx";
import { StreamState } from "./stream-state.tsx";

/** Where the organization sends its audit log. */
export function AuditStreamsPage() {
  const { reaches, role } = useRole();
  const mayManage = reaches("admin");
  if (mayManage) return <ManagedStreams />;
  return (
    <>
      <StreamsHeader />
      {role && (
        <Notice kind="hint">Your role is {role}. Only admins and owners can view and add streams.</Notice>
      )}
    </>
  );
}

function StreamsHeader({ actions }: { actions?: React.ReactNode }) {
  return (
    <PageHeader
      title="Audit streams"
      lead="Each entry of the audit log, sent in order to a SIEM or another receiver."
      actions={actions}
    />
  );
}

function ManagedStreams() {
  const api = useApi();
  const [isCreating, setCreating] = useState(false);
  const { items, error, more } = usePages<AuditStream>({
    queryKey: keys.list("audit-streams"),
    read: ({ signal, ...page }) =>
      pageOf(api.GET("/api/v1/audit-streams", { params: { query: page }, signal })),
  });
  const isFull = (items?.length ?? 0) >= AUDIT_STREAMS_MAX;
  return (
    <>
      <StreamsHeader
        actions={
          !isFull && (
            <Button variant="primary" icon="plus" onClick={() => setCreating(true)}>
              Add stream
            </Button>
          )
        }
      />
      {isFull && (
        <div className="mb-4">
          <Notice kind="hint">
            An organization has at most {AUDIT_STREAMS_MAX} streams. Delete one to add another.
          </Notice>
        </div>
      )}
      <ListTable
        caption="Audit streams"
        columns={COLUMNS}
        rows={items}
        error={error}
        empty={{
          title: "No audit streams yet",
          description:
            "A stream sends who changed what to syslog over TLS or to a signed webhook. Nothing is lost while the receiver is down.",
        }}
        more={more}
      />
      {isCreating && <StreamDialog stream={null} onClose={() => setCreating(false)} />}
    </>
  );
}

const COLUMNS: readonly Column<AuditStream>[] = [
  {
    id: "name",
    title: "Stream",
    cell: (stream) => (
      <div className="wrap-anywhere">
        <span className="font-semibold">{stream.name}</span>
        <span className="block text-[0.8125rem] text-soft">{receiverOf(stream)}</span>
      </div>
    ),
  },
  { id: "state", title: "State", cell: (stream) => <StreamState stream={stream} /> },
  {
    id: "actions",
    title: "Actions",
    isTitleHidden: true,
    width: "md:w-80",
    cell: (stream) => <StreamActions stream={stream} />,
  },
];

function receiverOf(stream: AuditStream): string {
  if (stream.type === "webhook") return `Webhook to ${stream.config.url}`;
  return `Syslog to ${stream.config.host}:${stream.config.port}`;
}
