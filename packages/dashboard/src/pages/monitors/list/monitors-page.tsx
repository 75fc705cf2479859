import { getRouteApi, Link } from "@tanstack/react-router";
import { buttonClass } from "../../../components/button.tsx";
import { TargetList } from "../../../features/targets/list/target-list.tsx";
import { TARGET_LISTS } from "../../../features/targets/list/target-lists.ts";
import { t } from "../../../language/t.ts";

const route = getRouteApi("/shell/monitors");

/** All monitors with their current status. */
export function MonitorsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <TargetList
      list={TARGET_LISTS.monitors}
      title={t("Monitors")}
      empty={{
        title: t("Monitor your first website"),
        description: t("Enter a name and a URL. The first check runs immediately, then every 60 seconds."),
      }}
      actions={
        <Link to="/monitors/new" className={buttonClass("primary")}>
          {t("Add monitor")}
        </Link>
      }
      search={search}
      onSearch={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
    />
  );
}
