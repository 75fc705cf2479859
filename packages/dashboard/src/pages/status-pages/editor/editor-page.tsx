import { getRouteApi } from "@tanstack/react-router";
import { versionedOf } from "../../../api/client.ts";
import { useApi } from "../../../app/session.tsx";
import { LoadState } from "../../../components/load-state.tsx";
import { PageHeader } from "../../../components/page-header.tsx";
import { useLoaded } from "../../../features/edits/use-loaded.ts";
import { t } from "../../../language/t.ts";
import { PageEditor } from "./page-editor.tsx";

const route = getRouteApi("/shell/status-pages/$id");

/** The editor of a status page, with a preview beside it. */
export function EditorPage() {
  const { id } = route.useParams();
  const api = useApi();
  const { loaded, error } = useLoaded("status-pages", id, (signal) =>
    versionedOf(api.GET("/api/v1/status-pages/{id}", { params: { path: { id } }, signal })),
  );
  if (loaded) return <PageEditor key={id} loaded={loaded} />;
  return (
    <>
      <PageHeader title={t("Status page")} />
      <LoadState data={loaded} error={error} lines={8} />
    </>
  );
}
