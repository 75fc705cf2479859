import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import type { MaintenanceWindow } from "@vedette/contract/alerts/maintenance-windows.ts";
import { useState } from "react";
import { dataOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { ReadOnlyBelow } from "../../app/for-role.tsx";
import { useApi, useSession } from "../../app/session.tsx";
import { LoadState } from "../../components/load-state.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { TimeAgo } from "../../components/time-ago.tsx";
import { useSaved } from "../alerts/use-saved.ts";
import { useMembers } from "../settings/members/use-members.ts";
import { bodyOfWindow, draftOfWindow, emptyWindow } from "./window-draft.ts";
import { WindowForm } from "./window-form.tsx";

const route = getRouteApi("/shell/alerts/maintenance/$id");

export function NewWindowPage() {
  const { api, organization } = useSession();
  const done = useSaved("maintenance", "/alerts/maintenance");
  return (
    <>
      <PageHeader title="Schedule maintenance" />
      {organization === null ? (
        <Skeleton lines={6} />
      ) : (
        <WindowForm
          initial={emptyWindow(organization.settings.timezone, Date.now())}
          isNew
          onSave={async (draft) => {
            await dataOf(api.POST("/api/v1/maintenance-windows", { body: bodyOfWindow(draft) }));
            await done("Maintenance scheduled.");
          }}
        />
      )}
    </>
  );
}

export function WindowPage() {
  const { id } = route.useParams();
  const api = useApi();
  const { data, error } = useQuery({
    queryKey: keys.detail("maintenance", id),
    // The form must start from the stored values, not from the cache of an earlier visit.
    gcTime: 0,
    queryFn: ({ signal }) =>
      dataOf(api.GET("/api/v1/maintenance-windows/{id}", { params: { path: { id } }, signal })),
  });
  return (
    <>
      <PageHeader
        title={data?.name ?? "Maintenance window"}
        lead={data && <Scheduled by={data.created_by} at={data.created_at} />}
      />
      <LoadState data={data} error={error} lines={6} />
      {data && (
        <ReadOnlyBelow>
          <EditWindow key={data.id} window={data} />
        </ReadOnlyBelow>
      )}
    </>
  );
}

/** Names the creator only if they are a current member: of former members and API keys only the id is known. */
function Scheduled({ by, at }: { by: string; at: string }) {
  const { items } = useMembers(useSession().organization?.id);
  const person = items?.find(({ user_id: id }) => id === by);
  return (
    <>
      Scheduled <TimeAgo at={at} />
      {person && ` by ${person.name || person.email}`}
    </>
  );
}

function EditWindow({ window }: { window: MaintenanceWindow }) {
  const api = useApi();
  const done = useSaved("maintenance", "/alerts/maintenance");
  const [initial] = useState(() => draftOfWindow(window));
  return (
    <WindowForm
      initial={initial}
      isNew={false}
      onSave={async (draft) => {
        const { starts_at: startsAt, ...body } = bodyOfWindow(draft);
        // The form shows whole minutes: an unchanged start keeps its seconds.
        const isMoved = draft.startsAt !== initial.startsAt || draft.timezone !== initial.timezone;
        const moved = isMoved && typeof startsAt === "string" ? { starts_at: startsAt } : {};
        const { mode = "mute", counts_uptime: countsUptime = false, timezone, ...rest } = body;
        await dataOf(
          api.PUT("/api/v1/maintenance-windows/{id}", {
            params: { path: { id: window.id } },
            body: {
              ...rest,
              ...moved,
              mode,
              counts_uptime: countsUptime,
              ...(typeof timezone === "string" && { timezone }),
            },
          }),
        );
        await done("Maintenance window saved.");
      }}
    />
  );
}
