import { useQuery } from "@tanstack/react-query";
import { dataOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { useApi } from "../../../app/session.tsx";
import { LoadState } from "../../../components/load-state.tsx";
import { PageHeader } from "../../../components/page-header.tsx";
import { t } from "../../../language/t.ts";
import { NewPageForm } from "./new-page-form.tsx";

/** Creates a status page from components that the server suggests. */
export function NewStatusPage() {
  const api = useApi();
  const { data, error } = useQuery({
    queryKey: keys.other("status-pages", "suggestion"),
    queryFn: ({ signal }) => dataOf(api.GET("/api/v1/status-pages/suggestion", { signal })),
    // The form keeps what was suggested when it was opened.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  return (
    <>
      <PageHeader
        title={t("Create status page")}
        lead={t("These components come from your groups, tags and targets. Everything can be changed later.")}
      />
      <LoadState data={data} error={error} lines={6} />
      {data && <NewPageForm suggestion={data} />}
    </>
  );
}
