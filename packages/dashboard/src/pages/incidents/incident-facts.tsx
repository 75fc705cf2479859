import { useMutation } from "@tanstack/react-query";
import { INCIDENT_SEVERITIES } from "@vedette/contract/incidents/incident-limits.ts";
import type { Incident, IncidentChangeInput } from "@vedette/contract/incidents/incidents.ts";
import { dataOf } from "../../api/client.ts";
import { useRole } from "../../app/role.ts";
import { useApi } from "../../app/session.tsx";
import { FactList } from "../../components/fact-list.tsx";
import { SelectField } from "../../components/forms/field.tsx";
import { Instant } from "../../components/time-ago.tsx";
import { toastError } from "../../components/toast.tsx";
import { t } from "../../language/t.ts";
import { INCIDENT_SEVERITY_WORDS, INCIDENT_SOURCE_WORDS } from "./incident-labels.ts";
import { useShowIncident } from "./use-incidents.ts";
import { useLeadOptions } from "./use-lead-options.ts";

/** What is known of an incident; members change severity and lead. */
export function IncidentFacts({ incident }: { incident: Incident }) {
  const { inbound } = incident;
  return (
    <section className="card grid gap-4 p-5" aria-labelledby="facts">
      <h2 id="facts">{t("Facts")}</h2>
      <FactList
        facts={[
          [t("Opened"), <Instant key="opened" at={incident.created_at} />],
          [t("Opened by"), incident.created_by_name ?? INCIDENT_SOURCE_WORDS[incident.source]],
          [t("Lead"), incident.lead_name ?? t("No lead")],
          ...(incident.mitigated_at === null
            ? []
            : [[t("Mitigated"), <Instant key="mitigated" at={incident.mitigated_at} />] as const]),
          ...(inbound === null
            ? []
            : ([
                [
                  t("Reported by"),
                  inbound.url === null ? inbound.product : <ReportLink key="url" {...inbound} />,
                ],
                [t("Key"), inbound.dedup_key],
                [t("Webhooks"), inbound.events],
              ] as const)),
        ]}
      />
      {inbound !== null && inbound.description !== "" && (
        <p className="text-sm whitespace-pre-line wrap-anywhere">{inbound.description}</p>
      )}
      <IncidentFields incident={incident} />
    </section>
  );
}

function ReportLink({ product, url }: { product: string; url: string | null }) {
  return (
    <a
      href={url ?? ""}
      target="_blank"
      rel="noreferrer noopener"
      className="text-accent underline underline-offset-2"
    >
      {product}
    </a>
  );
}

/** A change is stored when an option is chosen. */
function IncidentFields({ incident }: { incident: Incident }) {
  const api = useApi();
  const show = useShowIncident();
  const leads = useLeadOptions();
  const { mutate, isPending } = useMutation({
    mutationFn: (body: IncidentChangeInput) =>
      dataOf(api.PUT("/api/v1/incidents/{id}", { params: { path: { id: incident.id } }, body })),
    onSuccess: show,
    onError: toastError,
  });
  if (!useRole().reaches("member")) return null;
  return (
    <fieldset disabled={isPending} className="grid gap-3 sm:grid-cols-2">
      <legend className="sr-only">{t("Severity and lead")}</legend>
      <SelectField
        label={t("Severity")}
        error={null}
        value={incident.severity}
        onValue={(severity) => mutate({ severity })}
        options={INCIDENT_SEVERITIES.map((value) => ({ value, label: INCIDENT_SEVERITY_WORDS[value] }))}
      />
      <SelectField
        label={t("Lead")}
        error={null}
        value={incident.lead_id ?? ""}
        onValue={(lead) => mutate({ lead_id: lead === "" ? null : lead })}
        options={[{ value: "", label: t("No lead") }, ...leads]}
      />
    </fieldset>
  );
}
