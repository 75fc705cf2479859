import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import type { PageIncident } from "@vedette/contract/status-pages/page-incidents.ts";
import type { StatusPage } from "@vedette/contract/status-pages/status-pages.ts";
import { type ReactNode, useState } from "react";
import { dataOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { ForRole, ReadOnlyBelow } from "../../../app/for-role.tsx";
import { useApi } from "../../../app/session.tsx";
import { Button, buttonClass } from "../../../components/button.tsx";
import { ConfirmButton } from "../../../components/confirm-button.tsx";
import { LoadState } from "../../../components/load-state.tsx";
import { Notice } from "../../../components/notice.tsx";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { toast, toastError } from "../../../components/toast.tsx";
import { t } from "../../../language/t.ts";
import { SettingsSection } from "../../settings/settings-section.tsx";
import { IMPACT_LABELS, INCIDENT_STATUS_LABELS, INCIDENT_STATUS_TONES } from "../status-labels.ts";
import { EditIncidentDialog } from "./edit-incident-dialog.tsx";
import { PostUpdateForm } from "./post-update-form.tsx";
import { PostmortemForm } from "./postmortem-form.tsx";
import { UpdateList } from "./update-list.tsx";

/** One incident: its updates, the next one, and its postmortem. */
export function IncidentDetail({ page, id }: { page: StatusPage; id: string }) {
  const api = useApi();
  const { data: incident, error } = useQuery({
    queryKey: keys.detail("status-pages", page.id, "incident", id),
    queryFn: ({ signal }) =>
      dataOf(
        api.GET("/api/v1/status-pages/{id}/incidents/{incident_id}", {
          params: { path: { id: page.id, incident_id: id } },
          signal,
        }),
      ),
  });
  return (
    <div className="grid gap-5">
      <Link
        to="/status-pages/$id"
        params={{ id: page.id }}
        search={{ tab: "incidents" }}
        className="justify-self-start text-accent underline-offset-2 hover:underline"
      >
        {t("All incidents")}
      </Link>
      <LoadState data={incident} error={error} lines={6} />
      {incident && <LoadedIncident incident={incident} />}
    </div>
  );
}

function LoadedIncident({ incident }: { incident: PageIncident }) {
  const { title, status, impact, published, is_automatic, url } = incident;
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="text-xl wrap-anywhere" dir="auto">
            {title}
          </h2>
          <p className="mt-1 flex flex-wrap items-center gap-2 text-soft">
            <StatusBadge status={INCIDENT_STATUS_TONES[status]} word={INCIDENT_STATUS_LABELS[status]} />
            {t("Impact: {impact}", { impact: IMPACT_LABELS[impact] })}
          </p>
        </div>
        <IncidentActions incident={incident} />
      </div>
      {!published && (
        <Notice kind="hint">
          {is_automatic
            ? t("An alert wrote this draft. Visitors do not see it until you publish it.")
            : t("This is a draft. Visitors do not see it until you publish it.")}
        </Notice>
      )}
      <ForRole>
        <SettingsSection title={t("Post update")}>
          {/* A new key empties the form after each update. */}
          <PostUpdateForm key={incident.updates[0]?.id} incident={incident} />
        </SettingsSection>
      </ForRole>
      <SettingsSection title={t("Updates")} description={<PageLink published={published} url={url} />}>
        <UpdateList incident={incident} />
      </SettingsSection>
      <SettingsSection
        title={t("Postmortem")}
        description={t("What happened, why, and what you change. Shown after the updates.")}
      >
        <ReadOnlyBelow>
          <PostmortemForm incident={incident} />
        </ReadOnlyBelow>
      </SettingsSection>
    </>
  );
}

function PageLink({ published, url }: { published: boolean; url: string }): ReactNode {
  if (!published) return t("Newest first.");
  return (
    <a href={url} target="_blank" rel="noreferrer" className="underline underline-offset-2">
      {t("The incident on the page")}
    </a>
  );
}

function IncidentActions({ incident }: { incident: PageIncident }) {
  const { id, page_id: pageId, title, published } = incident;
  const api = useApi();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [isEditing, setEditing] = useState(false);
  const params = { path: { id: pageId, incident_id: id } };
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      dataOf(
        api.PUT("/api/v1/status-pages/{id}/incidents/{incident_id}", { params, body: { published: true } }),
      ),
    onSuccess: () => {
      toast(t("{title} is published.", { title }));
      return queries.invalidateQueries({ queryKey: keys.all("status-pages") });
    },
    onError: toastError,
  });
  return (
    <ForRole>
      <div className="flex flex-wrap gap-2">
        {!published && (
          <Button variant="primary" busy={isPending && t("Publishing …")} onClick={() => mutate()}>
            {t("Publish incident")}
          </Button>
        )}
        <button type="button" className={buttonClass()} onClick={() => setEditing(true)}>
          {t("Edit")}
        </button>
        <ConfirmButton
          label={t("Delete")}
          title={t("Delete {title}?", { title })}
          description={t("It disappears from the page, its history and its feeds. This cannot be undone.")}
          action={{
            label: t("Delete incident"),
            busy: t("Deleting …"),
            async run() {
              await api.DELETE("/api/v1/status-pages/{id}/incidents/{incident_id}", { params });
              await navigate({
                to: "/status-pages/$id",
                params: { id: pageId },
                search: { tab: "incidents" },
              });
              queries.removeQueries({ queryKey: keys.detail("status-pages", pageId, "incident", id) });
              void queries.invalidateQueries({ queryKey: keys.all("status-pages") });
              toast(t("{title} deleted.", { title }));
            },
          }}
        />
      </div>
      {isEditing && <EditIncidentDialog incident={incident} onClose={() => setEditing(false)} />}
    </ForRole>
  );
}
