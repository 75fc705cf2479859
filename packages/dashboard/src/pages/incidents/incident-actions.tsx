import { useMutation } from "@tanstack/react-query";
import type { Incident } from "@vedette/contract/incidents/incidents.ts";
import { dataOf } from "../../api/client.ts";
import { ForRole } from "../../app/for-role.tsx";
import { useApi } from "../../app/session.tsx";
import { Button } from "../../components/button.tsx";
import { toast, toastError } from "../../components/toast.tsx";
import { t } from "../../language/t.ts";
import { CopyMarkdown } from "./copy-markdown.tsx";
import { useShowIncident } from "./use-incidents.ts";

const PATHS = {
  acknowledge: "/api/v1/incidents/{id}/acknowledge",
  mitigate: "/api/v1/incidents/{id}/mitigate",
  resolve: "/api/v1/incidents/{id}/resolve",
} as const;

const DONE = {
  acknowledge: t("Incident and alerts acknowledged. Reminders are off."),
  mitigate: t("Incident mitigated."),
  resolve: t("Incident and alerts resolved."),
};

/** Acknowledges, mitigates and resolves an incident, and copies its record. */
export function IncidentActions({ incident }: { incident: Incident }) {
  const api = useApi();
  const show = useShowIncident();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (action: keyof typeof PATHS) =>
      dataOf(api.POST(PATHS[action], { params: { path: { id: incident.id } } })),
    onSuccess(changed, action) {
      show(changed);
      toast(DONE[action]);
    },
    onError: toastError,
  });
  const { state } = incident;
  const isBusy = (action: keyof typeof PATHS) => isPending && variables === action;
  return (
    <>
      <CopyMarkdown incidentId={incident.id} />
      {state !== "resolved" && (
        <ForRole>
          {incident.acknowledged_at === null && (
            <Button
              busy={isBusy("acknowledge") && t("Acknowledging …")}
              onClick={() => mutate("acknowledge")}
            >
              {t("Acknowledge")}
            </Button>
          )}
          {state !== "mitigated" && (
            <Button busy={isBusy("mitigate") && t("Mitigating …")} onClick={() => mutate("mitigate")}>
              {t("Mitigate")}
            </Button>
          )}
          <Button
            variant="primary"
            busy={isBusy("resolve") && t("Resolving …")}
            onClick={() => mutate("resolve")}
          >
            {t("Resolve")}
          </Button>
        </ForRole>
      )}
    </>
  );
}
