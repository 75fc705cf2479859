import type { ManagedBy } from "@vedette/contract/code/managed-by.ts";
import { Notice } from "../../components/notice.tsx";
import { t } from "../../language/t.ts";

/** Where a resource is written: `project shop, monitors/home.yaml:12`. */
export function managedPlace({ project, key, source }: ManagedBy): string {
  return t("project {project}, {source}", { project, source: source ?? key });
}

/** Says in an edit form that the next apply undoes changes by hand; nothing for other resources. */
export function ManagedNotice({ resource }: { resource: object }) {
  const managedBy = "managed_by" in resource ? (resource.managed_by as ManagedBy | null | undefined) : null;
  if (!managedBy) return null;
  return (
    <Notice kind="warning">
      {t("Managed by code: {place}. The next apply undoes changes that are made here.", {
        place: managedPlace(managedBy),
      })}
    </Notice>
  );
}
