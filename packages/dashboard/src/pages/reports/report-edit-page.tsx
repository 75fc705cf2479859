import { getRouteApi } from "@tanstack/react-router";
import type { Report } from "@vedette/contract/reports/reports.ts";
import { useState } from "react";
import { dataOf, type Versioned, versionedOf } from "../../api/client.ts";
import { ReadOnlyBelow } from "../../app/for-role.tsx";
import { useApi } from "../../app/session.tsx";
import { browserTimezone } from "../../components/forms/timezone-field.tsx";
import { LoadState } from "../../components/load-state.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { useEdit } from "../../features/edits/use-edit.tsx";
import { useLoaded } from "../../features/edits/use-loaded.ts";
import { t } from "../../language/t.ts";
import { useSaved } from "../alerts/use-saved.ts";
import { bodyOfReport, draftOfReport, emptyReport } from "./report-draft.ts";
import { ReportForm } from "./report-form.tsx";

const route = getRouteApi("/shell/reports/$id/edit");

export function NewReportPage() {
  const api = useApi();
  const done = useSaved("reports", "/reports");
  return (
    <>
      <PageHeader title={t("Add report")} />
      <ReadOnlyBelow>
        <ReportForm
          id={null}
          initial={emptyReport(browserTimezone(), navigator.language)}
          onSave={async (draft) => {
            await dataOf(api.POST("/api/v1/reports", { body: bodyOfReport(draft) }));
            await done(t("Report added."));
          }}
        />
      </ReadOnlyBelow>
    </>
  );
}

export function EditReportPage() {
  const { id } = route.useParams();
  const api = useApi();
  const { loaded, error } = useLoaded("reports", id, (signal) =>
    versionedOf(api.GET("/api/v1/reports/{id}", { params: { path: { id } }, signal })),
  );
  return (
    <>
      <PageHeader title={loaded?.data.name ?? t("Report")} />
      <LoadState data={loaded} error={error} lines={6} />
      {loaded && (
        <ReadOnlyBelow>
          <EditReport key={id} loaded={loaded} />
        </ReadOnlyBelow>
      )}
    </>
  );
}

function EditReport({ loaded }: { loaded: Versioned<Report> }) {
  const api = useApi();
  const done = useSaved("reports", "/reports");
  const params = { path: { id: loaded.data.id } };
  const [initial] = useState(() => draftOfReport(loaded.data));
  const { save, dialog } = useEdit({
    loaded,
    bodyOf: (report: Report) => bodyOfReport(draftOfReport(report)),
    read: () => versionedOf(api.GET("/api/v1/reports/{id}", { params })),
    write: (body, { etag }) => versionedOf(api.PUT("/api/v1/reports/{id}", { params, body, ifMatch: etag })),
  });
  return (
    <>
      <ReportForm
        id={loaded.data.id}
        initial={initial}
        onSave={async (draft) => {
          if ((await save(bodyOfReport(draft))) === null) return false;
          await done(t("Report saved."));
          return true;
        }}
      />
      {dialog}
    </>
  );
}
