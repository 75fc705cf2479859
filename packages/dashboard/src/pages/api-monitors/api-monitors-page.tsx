import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import { Button, buttonClass } from "../../components/button.tsx";
import { TargetList } from "../../features/targets/list/target-list.tsx";
import { TARGET_LISTS } from "../../features/targets/list/target-lists.ts";
import { t } from "../../language/t.ts";
import { ImportDialog } from "./import/import-dialog.tsx";

const route = getRouteApi("/shell/api-monitors");

/** All API monitors with their last run. */
export function ApiMonitorsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [isImport, setImport] = useState(false);
  return (
    <>
      <TargetList
        list={TARGET_LISTS["api-monitors"]}
        title={t("API monitors")}
        empty={{
          title: t("Monitor your first API"),
          description: t(
            "Add requests, or import a cURL command, HAR, Postman collection or OpenAPI document.",
          ),
        }}
        actions={
          <>
            <Button onClick={() => setImport(true)}>{t("Import")}</Button>
            <Link to="/api-monitors/new" className={buttonClass("primary")}>
              {t("Add API monitor")}
            </Link>
          </>
        }
        search={search}
        onSearch={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
      />
      <ImportDialog isOpen={isImport} onClose={() => setImport(false)} />
    </>
  );
}
