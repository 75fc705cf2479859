import { getRouteApi, Link } from "@tanstack/react-router";
import { buttonClass } from "../../components/button.tsx";
import { TargetList } from "../../features/targets/list/target-list.tsx";
import { TARGET_LISTS } from "../../features/targets/list/target-lists.ts";
import { t } from "../../language/t.ts";

const route = getRouteApi("/shell/journeys");

/** All journeys with their last run. */
export function JourneysPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <TargetList
      list={TARGET_LISTS.journeys}
      title={t("Journeys")}
      empty={{
        title: t("Monitor your first user flow"),
        description: t(
          "Add steps, or record them in your browser. Each run shows every step with screenshots, console and failed requests.",
        ),
      }}
      actions={
        <Link to="/journeys/new" className={buttonClass("primary")}>
          {t("Add journey")}
        </Link>
      }
      search={search}
      onSearch={(next) => void navigate({ search: next, replace: true, resetScroll: false })}
    />
  );
}
