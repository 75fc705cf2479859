import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { Alert } from "@vedette/contract/alerts/alerts.ts";
import { useState } from "react";
import { dataOf, pageOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { useApi } from "../../app/session.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { SelectField } from "../../components/forms/field.tsx";
import { SubmitForm } from "../../components/forms/submit-form.tsx";
import { useSubmission } from "../../components/forms/use-submission.ts";
import { toast } from "../../components/toast.tsx";
import { t } from "../../language/t.ts";

/** As many as an organization may have. */
const OPEN_MAX = 200;
const NEW = "";

/** Adds an alert to an open incident, or opens one for it. */
export function AddToIncident({ alert, onClose }: { alert: Alert; onClose(): void }) {
  const api = useApi();
  const queries = useQueryClient();
  const [chosen, setChosen] = useState(NEW);
  const { data: incidents = [] } = useQuery({
    queryKey: keys.list("incidents", "open"),
    queryFn: async ({ signal }) => {
      const query = { state: "open,acknowledged,mitigated", limit: OPEN_MAX };
      return (await pageOf(api.GET("/api/v1/incidents", { params: { query }, signal }))).items;
    },
  });
  const submission = useSubmission(async () => {
    const { number } = await dataOf(chosen === NEW ? open() : add(chosen));
    await queries.invalidateQueries({ queryKey: keys.all("incidents") });
    toast(t("Alert added to incident #{number}.", { number }));
    onClose();
  });
  const open = () =>
    api.POST("/api/v1/incidents", {
      body: {
        title: alert.title,
        severity: alert.severity === "critical" ? "critical" : "minor",
        alert_ids: [alert.id],
      },
    });
  const add = (id: string) =>
    api.POST("/api/v1/incidents/{id}/alerts", { params: { path: { id } }, body: { alert_id: alert.id } });
  return (
    <Dialog isOpen title={t("Add to incident")} onClose={onClose}>
      <SubmitForm
        isDialog
        submission={submission}
        submit={{ label: t("Add alert"), busy: t("Adding …") }}
        cancel={onClose}
      >
        <SelectField
          label={t("Incident")}
          error={null}
          value={chosen}
          onValue={setChosen}
          options={[
            { value: NEW, label: t("New incident") },
            ...incidents.map(({ id, number, title }) => ({ value: id, label: `#${number} ${title}` })),
          ]}
        />
      </SubmitForm>
    </Dialog>
  );
}
