import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { dataOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { useApi } from "../../app/session.tsx";
import { ProblemNotice } from "../../components/forms/problem-notice.tsx";
import { useSettled } from "../../components/use-settled.ts";
import { t } from "../../language/t.ts";
import { ReportView } from "./report-view.tsx";
import { bodyOfSlo, isSloWithoutTargets, type SloBody, type SloDraft } from "./slo-draft.ts";

/** Long enough to type a number. */
const SETTLED_AFTER_MS = 600;

/** Shows the report that the SLO would have now. Follows the form. */
export function SloPreview({ draft }: { draft: SloDraft }) {
  const api = useApi();
  const isEnabled = !isSloWithoutTargets(draft);
  const request = useSettled(JSON.stringify(measuredOf(draft)), SETTLED_AFTER_MS);
  const { data, error, isFetching } = useQuery({
    queryKey: keys.other("slos", "preview", request),
    enabled: isEnabled,
    placeholderData: keepPreviousData,
    retry: false,
    queryFn: ({ signal }) => {
      const body: Omit<SloBody, "name" | "description"> = JSON.parse(request);
      return dataOf(api.POST("/api/v1/slos/preview", { body, signal }));
    },
  });
  return (
    <section className="grid gap-4" aria-labelledby="preview" aria-busy={isFetching}>
      <div>
        <h2 id="preview">{t("Preview")}</h2>
        <p className="text-soft">
          {isEnabled
            ? t("The report of the last window, with the stored results.")
            : t("Select targets to see the report.")}
        </p>
      </div>
      {isEnabled && error && <ProblemNotice error={error} />}
      {isEnabled && data && !error && <ReportView report={data} subject={draft.name || t("SLO preview")} />}
    </section>
  );
}

function measuredOf(draft: SloDraft): Omit<SloBody, "name" | "description"> {
  const { name: _name, description: _description, ...body } = bodyOfSlo(draft);
  return body;
}
