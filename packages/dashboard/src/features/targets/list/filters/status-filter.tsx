import type { MonitorStatus } from "@vedette/contract/targets/monitors.ts";
import { StatusShape, statusWord, toneTextClass } from "../../../../components/status-badge.tsx";
import { LOCALE } from "../../../../language/language.ts";
import { t } from "../../../../language/t.ts";
import { type Counts, STATUS_ORDER } from "../../../../pages/monitors/list/list-view.ts";

type StatusFilterProps = {
  counts: Counts;
  chosen: readonly MonitorStatus[];
  onChoose(statuses: readonly MonitorStatus[]): void;
};

/** The number of targets in each status; a click filters by it. */
export function StatusFilter({ counts, chosen, onChoose }: StatusFilterProps) {
  // Down and up are always shown, also with zero.
  const shown = STATUS_ORDER.filter(
    (status) => counts[status] > 0 || chosen.includes(status) || status === "down" || status === "up",
  );
  return (
    <fieldset className="flex flex-wrap gap-1.5">
      <legend className="sr-only">{t("Show only")}</legend>
      {shown.map((status) => {
        const isChosen = chosen.includes(status);
        return (
          <button
            key={status}
            type="button"
            className={`inline-flex min-h-8 items-center gap-1.5 rounded-lg border border-line bg-surface px-2.5 text-sm hover:border-line-strong aria-pressed:border-accent aria-pressed:bg-accent-ground ${counts[status] > 0 ? toneTextClass(status) : "text-soft"}`}
            aria-pressed={isChosen}
            disabled={counts[status] === 0 && !isChosen}
            onClick={() => onChoose(isChosen ? chosen.filter((one) => one !== status) : [...chosen, status])}
          >
            <StatusShape status={status} />
            <strong>{counts[status].toLocaleString(LOCALE)}</strong>
            {statusWord(status)}
          </button>
        );
      })}
    </fieldset>
  );
}
