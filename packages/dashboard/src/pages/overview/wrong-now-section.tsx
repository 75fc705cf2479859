import { Link } from "@tanstack/react-router";
import type { TargetSummary } from "@vedette/contract/targets/target-summary.ts";
import { lazy, useMemo, useState } from "react";
import { Button } from "../../components/button.tsx";
import { Notice } from "../../components/notice.tsx";
import { t } from "../../language/t.ts";
import { useOpenAlerts } from "../alerts/use-alerts.ts";
import { wrongNow } from "./wrong-now.ts";

/** Imported lazily: tables are large, and often nothing is wrong. */
const WrongNowTable = lazy(async () => ({
  default: (await import("./wrong-now-table.tsx")).WrongNowTable,
}));

/** So that what happened and the uptime stay in sight during a large outage. */
const SHOWN_MAX = 10;

export function WrongNow({ wrong }: Pick<TargetSummary, "wrong">) {
  const alerts = useOpenAlerts({});
  const [isAll, setAll] = useState(false);
  const { rows, total } = useMemo(() => wrongNow(wrong, alerts.data ?? []), [wrong, alerts.data]);
  return (
    <section className="grid gap-3" aria-labelledby="wrong-now">
      <h2 id="wrong-now">{t("Wrong now")}</h2>
      {alerts.error && <Notice>{alerts.error.message}</Notice>}
      {rows.length === 0 ? (
        <p className="card px-4 py-3 text-soft">{t("All clear.")}</p>
      ) : (
        <WrongNowTable
          rows={isAll ? rows : rows.slice(0, SHOWN_MAX)}
          areAlertsLoaded={alerts.data !== undefined}
        />
      )}
      {!isAll && rows.length > SHOWN_MAX && (
        <Button className="justify-self-start" onClick={() => setAll(true)}>
          {rows.length < total
            ? t("Show {length, number} of {total, number}", { length: rows.length, total })
            : t("Show all {total, number}", { total })}
        </Button>
      )}
      {isAll && rows.length < total && (
        <Link
          to="/targets"
          search={{ status: ["down", "degraded", "unknown"] }}
          className="justify-self-start text-accent underline"
        >
          {t("List all that are down, degraded or unknown")}
        </Link>
      )}
    </section>
  );
}
