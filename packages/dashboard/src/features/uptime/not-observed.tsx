import { percentText } from "../../format.ts";
import { t } from "../../language/t.ts";

/** A note beside an uptime if checks were missed: how much of the time was observed. */
export function NotObserved({ observed }: { observed: number | null | undefined }) {
  if (observed == null || observed === 100) return null;
  return (
    <span className="block text-xs whitespace-nowrap text-soft">
      {t("observed {percent}", { percent: percentText(observed) })}
    </span>
  );
}
