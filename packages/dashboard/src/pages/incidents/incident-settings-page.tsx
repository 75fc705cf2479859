import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { IncidentSettings } from "@vedette/contract/incidents/incident-settings.ts";
import { useState } from "react";
import { dataOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { ReadOnlyBelow } from "../../app/for-role.tsx";
import { useApi } from "../../app/session.tsx";
import { Button } from "../../components/button.tsx";
import { CopyButton } from "../../components/code/copy-button.tsx";
import { ConfirmButton } from "../../components/confirm-button.tsx";
import { CheckField } from "../../components/forms/field.tsx";
import { LoadState } from "../../components/load-state.tsx";
import { Notice } from "../../components/notice.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { TimeAgo } from "../../components/time-ago.tsx";
import { toast, toastError } from "../../components/toast.tsx";
import { Message } from "../../language/message.tsx";
import { t } from "../../language/t.ts";

const SETTINGS = keys.other("incidents", "settings");

const CHANGED_BY = { role: "admin" } as const;

/** When incidents resolve, and the webhook with which other products open them. */
export function IncidentSettingsPage() {
  const api = useApi();
  const queries = useQueryClient();
  const { data, error } = useQuery({
    queryKey: SETTINGS,
    queryFn: ({ signal }) => dataOf(api.GET("/api/v1/incidents/settings", { signal })),
  });
  const show = (settings: IncidentSettings) => queries.setQueryData(SETTINGS, settings);
  const { mutate } = useMutation({
    mutationFn: (value: boolean) =>
      dataOf(api.PUT("/api/v1/incidents/settings", { body: { resolves_automatically: value } })),
    onSuccess(settings) {
      show(settings);
      toast(t("Settings saved."));
    },
    onError: toastError,
  });
  return (
    <>
      <PageHeader title={t("Incident settings")} />
      <LoadState data={data} error={error} />
      {data && (
        <ReadOnlyBelow {...CHANGED_BY}>
          <div className="grid gap-6">
            <section className="card grid gap-4 p-5" aria-labelledby="resolving">
              <h2 id="resolving">{t("Resolving")}</h2>
              <CheckField
                label={t("Resolve incidents automatically")}
                hint={t("When all alerts are resolved and the webhook says so. Not those opened by hand.")}
                isChecked={data.resolves_automatically}
                onChecked={(value) => mutate(value)}
              />
            </section>
            <InboundWebhook settings={data} onChanged={show} />
          </div>
        </ReadOnlyBelow>
      )}
    </>
  );
}

type InboundWebhookProps = { settings: IncidentSettings; onChanged(settings: IncidentSettings): void };

function InboundWebhook({ settings, onChanged }: InboundWebhookProps) {
  const api = useApi();
  const queries = useQueryClient();
  const [url, setUrl] = useState<string | null>(null);
  const { inbound_token_created_at: createdAt } = settings;
  async function create(): Promise<void> {
    setUrl((await dataOf(api.POST("/api/v1/incidents/inbound-token"))).url);
    await queries.invalidateQueries({ queryKey: SETTINGS });
  }
  return (
    <section className="card grid gap-4 p-5" aria-labelledby="inbound">
      <h2 id="inbound">{t("Inbound webhook")}</h2>
      <p className="text-soft">
        {t(
          "Alertmanager, Grafana and anything that sends JSON open an incident at this URL, and resolve it.",
        )}
      </p>
      {url !== null && (
        <Notice kind="done">
          <p>{t("Copy the URL now: it contains the token and is not shown again.")}</p>
          <code className="my-2 block wrap-anywhere">{url}</code>
          <CopyButton text={url} label={t("Copy URL")} />
        </Notice>
      )}
      {createdAt !== null && (
        <p>
          <Message text="The current URL was created {time}." values={{ time: <TimeAgo at={createdAt} /> }} />
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {createdAt === null ? (
          <Button variant="primary" onClick={() => void create().catch(toastError)}>
            {t("Create URL")}
          </Button>
        ) : (
          <>
            <ConfirmButton
              label={t("Replace URL")}
              variant="plain"
              title={t("Replace the URL?")}
              description={t("Products that use the current URL can no longer open or resolve incidents.")}
              action={{ label: t("Replace"), busy: t("Replacing …"), run: create }}
            />
            <ConfirmButton
              label={t("Revoke URL")}
              variant="danger"
              title={t("Revoke the URL?")}
              description={t("Products that use it can no longer open or resolve incidents.")}
              action={{
                label: t("Revoke"),
                busy: t("Revoking …"),
                async run() {
                  onChanged(await dataOf(api.DELETE("/api/v1/incidents/inbound-token")));
                  setUrl(null);
                },
              }}
            />
          </>
        )}
      </div>
    </section>
  );
}
