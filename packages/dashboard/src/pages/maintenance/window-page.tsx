import { getRouteApi } from "@tanstack/react-router";
import type { MaintenanceWindow } from "@vedette/contract/alerts/maintenance-windows.ts";
import { useState } from "react";
import { dataOf, type Versioned, versionedOf } from "../../api/client.ts";
import { ReadOnlyBelow } from "../../app/for-role.tsx";
import { useApi, useSession } from "../../app/session.tsx";
import { browserTimezone } from "../../components/forms/timezone-field.tsx";
import { LoadState } from "../../components/load-state.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { TimeAgo } from "../../components/time-ago.tsx";
import { useEdit } from "../../features/edits/use-edit.tsx";
import { useLoaded } from "../../features/edits/use-loaded.ts";
import { Message } from "../../language/message.tsx";
import { t } from "../../language/t.ts";
import { useSaved } from "../alerts/use-saved.ts";
import { useMembers } from "../settings/members/use-members.ts";
import { bodyOfWindow, changeOfWindow, draftOfWindow, emptyWindow } from "./window-draft.ts";
import { WindowForm } from "./window-form.tsx";

const route = getRouteApi("/shell/alerts/maintenance/$id");

export function NewWindowPage() {
  const { api, organization } = useSession();
  const done = useSaved("maintenance", "/alerts/maintenance");
  return (
    <>
      <PageHeader title={t("Schedule maintenance")} />
      {organization === null ? (
        <Skeleton lines={6} />
      ) : (
        <WindowForm
          initial={emptyWindow(presetTimezone(organization.settings.timezone), Date.now())}
          isNew
          onSave={async (draft) => {
            await dataOf(api.POST("/api/v1/maintenance-windows", { body: bodyOfWindow(draft) }));
            await done(t("Maintenance scheduled."));
          }}
        />
      )}
    </>
  );
}

/** UTC is the zone of an organization that has not chosen one: the browser's is a better guess. */
function presetTimezone(timezone: string): string {
  return timezone === "UTC" ? browserTimezone() : timezone;
}

export function WindowPage() {
  const { id } = route.useParams();
  const api = useApi();
  const { loaded, error } = useLoaded("maintenance", id, (signal) =>
    versionedOf(api.GET("/api/v1/maintenance-windows/{id}", { params: { path: { id } }, signal })),
  );
  const window = loaded?.data;
  return (
    <>
      <PageHeader
        title={window?.name ?? t("Maintenance window")}
        lead={window && <Scheduled by={window.created_by} at={window.created_at} />}
      />
      <LoadState data={loaded} error={error} lines={6} />
      {loaded && (
        <ReadOnlyBelow>
          <EditWindow key={id} loaded={loaded} />
        </ReadOnlyBelow>
      )}
    </>
  );
}

/** Names the creator only if they are a current member: of former members and API keys only the id is known. */
function Scheduled({ by, at }: { by: string; at: string }) {
  const { items } = useMembers(useSession().organization?.id);
  const person = items?.find(({ user_id: id }) => id === by);
  const time = <TimeAgo at={at} />;
  return person === undefined ? (
    <Message text="Scheduled {time}" values={{ time }} />
  ) : (
    <Message text="Scheduled {time} by {person}" values={{ time, person: person.name || person.email }} />
  );
}

function EditWindow({ loaded }: { loaded: Versioned<MaintenanceWindow> }) {
  const api = useApi();
  const done = useSaved("maintenance", "/alerts/maintenance");
  const [initial] = useState(() => draftOfWindow(loaded.data));
  const params = { path: { id: loaded.data.id } };
  const { save, dialog } = useEdit({
    loaded,
    bodyOf: (window: MaintenanceWindow) => bodyOfWindow(draftOfWindow(window)),
    read: () => versionedOf(api.GET("/api/v1/maintenance-windows/{id}", { params })),
    write: (body, over) =>
      versionedOf(
        api.PUT("/api/v1/maintenance-windows/{id}", {
          params,
          body: changeOfWindow(body, over.data),
          ifMatch: over.etag,
        }),
      ),
  });
  return (
    <>
      <WindowForm
        initial={initial}
        isNew={false}
        onSave={async (draft) => {
          if ((await save(bodyOfWindow(draft))) === null) return false;
          await done(t("Maintenance window saved."));
          return true;
        }}
      />
      {dialog}
    </>
  );
}
