import { useQueryClient } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import type { Schedule } from "@vedette/contract/on-call/schedules.ts";
import { useState } from "react";
import { dataOf, type Versioned, versionedOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { ReadOnlyBelow } from "../../app/for-role.tsx";
import { useApi, useSession } from "../../app/session.tsx";
import { browserTimezone } from "../../components/forms/timezone-field.tsx";
import { LoadState } from "../../components/load-state.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { toast } from "../../components/toast.tsx";
import { useEdit } from "../../features/edits/use-edit.tsx";
import { useLoaded } from "../../features/edits/use-loaded.ts";
import { t, tContext } from "../../language/t.ts";
import { useMembers } from "../settings/members/use-members.ts";
import { bodyOfSchedule, draftOfSchedule, emptySchedule } from "./form/schedule-draft.ts";
import { ScheduleForm } from "./form/schedule-form.tsx";

const route = getRouteApi("/shell/schedules/$id/edit");

export function NewSchedulePage() {
  const { api, organization } = useSession();
  const people = usePeople();
  const done = useSavedSchedule();
  return (
    <>
      <PageHeader title={t("Add schedule")} />
      {organization === null || people === undefined ? (
        <Skeleton lines={6} />
      ) : (
        <ScheduleForm
          initial={emptySchedule(browserTimezone(), Date.now())}
          isNew
          people={people}
          onSave={async (draft) => {
            const { id } = await dataOf(api.POST("/api/v1/schedules", { body: bodyOfSchedule(draft) }));
            await done(id, t("Schedule added."));
          }}
        />
      )}
    </>
  );
}

export function EditSchedulePage() {
  const { id } = route.useParams();
  const api = useApi();
  const people = usePeople();
  const { loaded, error } = useLoaded("schedules", id, (signal) =>
    versionedOf(api.GET("/api/v1/schedules/{id}", { params: { path: { id } }, signal })),
  );
  return (
    <>
      <PageHeader title={loaded?.data.name ?? tContext("on call", "Schedule")} />
      <LoadState data={people && loaded} error={error} lines={6} />
      {loaded && people && (
        <ReadOnlyBelow>
          <EditSchedule key={id} {...{ loaded, people }} />
        </ReadOnlyBelow>
      )}
    </>
  );
}

type EditScheduleProps = { loaded: Versioned<Schedule>; people: readonly { id: string; name: string }[] };

function EditSchedule({ loaded, people }: EditScheduleProps) {
  const api = useApi();
  const done = useSavedSchedule();
  const [initial] = useState(() => draftOfSchedule(loaded.data));
  const params = { path: { id: loaded.data.id } };
  const { save, dialog } = useEdit({
    loaded,
    bodyOf: (schedule: Schedule) => bodyOfSchedule(draftOfSchedule(schedule)),
    read: () => versionedOf(api.GET("/api/v1/schedules/{id}", { params })),
    write: (body, over) =>
      versionedOf(api.PUT("/api/v1/schedules/{id}", { params, body, ifMatch: over.etag })),
  });
  return (
    <>
      <ScheduleForm
        initial={initial}
        isNew={false}
        people={people}
        onSave={async (draft) => {
          if ((await save(bodyOfSchedule(draft))) === null) return false;
          await done(loaded.data.id, t("Schedule saved."));
          return true;
        }}
      />
      {dialog}
    </>
  );
}

function usePeople() {
  const { items } = useMembers(useSession().organization?.id);
  return items?.map((member) => ({ id: member.user_id, name: member.name || member.email }));
}

function useSavedSchedule() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return async (id: string, message: string) => {
    toast(message);
    await navigate({ to: "/schedules/$id", params: { id } });
    void queries.invalidateQueries({ queryKey: keys.all("schedules") });
  };
}
