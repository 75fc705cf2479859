import type { CheckResult } from "@vedette/contract/checks/check-results.ts";
import { Waterfall } from "../../../components/charts/waterfall/waterfall.tsx";
import { t } from "../../../language/t.ts";
import { phaseRows } from "./phase-rows.ts";
import { PHASES } from "./phases.ts";

type CheckWaterfallProps = {
  /** The name of the monitor. */
  subject: string;
  check: Pick<CheckResult, "timings" | "checked_at">;
};

/** The phases of one check as bars on one time axis. Nothing for a check without phases, such as of a domain. */
export function CheckWaterfall({ subject, check: { timings, checked_at: at } }: CheckWaterfallProps) {
  const rows = phaseRows(timings);
  if (rows.length === 0) return null;
  return (
    <Waterfall
      title={t("Phases of the check")}
      subject={subject}
      rowNoun={t("Phase")}
      at={at}
      rows={rows}
      legend={PHASES}
      note={
        <p className="text-[0.8125rem] text-soft">
          {t("Of the last attempt. If the response was a redirect, each phase is the sum over all requests.")}
        </p>
      }
    />
  );
}
