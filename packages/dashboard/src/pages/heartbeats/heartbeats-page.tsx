import { getRouteApi, Link } from "@tanstack/react-router";
import { buttonClass } from "../../components/button.tsx";
import { TargetList } from "../../features/targets/list/target-list.tsx";
import { TARGET_LISTS } from "../../features/targets/list/target-lists.ts";
import { t } from "../../language/t.ts";

const route = getRouteApi("/shell/heartbeats");

/** All heartbeats with their last ping. */
export function HeartbeatsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <TargetList
      list={TARGET_LISTS.heartbeats}
      title={t("Heartbeats")}
      empty={{
        title: t("Monitor your first cron job"),
        description: t("A job requests a URL after each run. If the request is missing, an alert opens."),
      }}
      actions={
        <Link to="/heartbeats/new" className={buttonClass("primary")}>
          {t("Add heartbeat")}
        </Link>
      }
      search={search}
      onSearch={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
    />
  );
}
