import { getRouteApi, Link } from "@tanstack/react-router";
import { buttonClass } from "../../components/button.tsx";
import { TargetList } from "../../features/targets/list/target-list.tsx";
import { TARGET_LISTS } from "../../features/targets/list/target-lists.ts";
import { t } from "../../language/t.ts";

const route = getRouteApi("/shell/targets");

/** Monitors, API monitors, journeys and heartbeats in one list. */
export function TargetsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <TargetList
      list={TARGET_LISTS.targets}
      title={t("All targets")}
      empty={{
        title: t("Monitor your first website"),
        description: t("Monitors, API monitors, journeys and heartbeats are listed here together."),
      }}
      actions={
        <>
          <Link to="/import" className={buttonClass()}>
            {t("Import")}
          </Link>
          <Link to="/monitors/new" className={buttonClass("primary")}>
            {t("Add monitor")}
          </Link>
        </>
      }
      search={search}
      onSearch={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
    />
  );
}
