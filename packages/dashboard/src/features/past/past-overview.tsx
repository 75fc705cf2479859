import { LoadState } from "../../components/load-state.tsx";
import { Notice } from "../../components/notice.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { t } from "../../language/t.ts";
import { UptimeStrip } from "../uptime/uptime-strip.tsx";
import { AsOfBanner } from "./as-of-banner.tsx";
import { PastPages } from "./past-pages.tsx";
import { PastAlerts, PastDeliveries, PastMaintenance, PastTargets } from "./past-tables.tsx";
import { usePastState } from "./use-past-state.ts";

/** The overview as it was known at an instant. */
export function PastOverview({ at }: { at: string }) {
  const { data, error } = usePastState(at);
  return (
    <>
      <PageHeader title={t("Overview")} />
      <div className="grid gap-6">
        <AsOfBanner at={at} />
        {error ? <Notice>{error.message}</Notice> : <LoadState data={data} error={null} lines={6} />}
        {data && !error && (
          <>
            <PastTargets state={data} />
            <PastAlerts alerts={data.alerts} />
            <UptimeStrip
              scope={{ selector: {} }}
              at={data.at}
              title={t("Uptime of the 90 days until then")}
              subject={t("All targets")}
            />
            <PastMaintenance windows={data.maintenance} />
            <PastDeliveries deliveries={data.deliveries} />
            <PastPages at={data.at} pages={data.status_pages} />
          </>
        )}
      </div>
    </>
  );
}
