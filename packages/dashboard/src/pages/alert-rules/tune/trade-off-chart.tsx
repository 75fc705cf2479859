import type { TuneCombination } from "@vedette/contract/alerts/rule-tuning.ts";
import { numberText } from "../../../format.ts";
import { t } from "../../../language/t.ts";
import { combinationKey, latenessOf, secondsText } from "./tune-labels.ts";

type TradeOffChartProps = {
  combinations: readonly TuneCombination[];
  chosen: TuneCombination | undefined;
};

type Point = { key: string; x: number; y: number; combination: TuneCombination };

/** Alerts by delay of each combination, with the knee and the present settings marked. The table has the same values. */
export function TradeOffChart({ combinations, chosen }: TradeOffChartProps) {
  const measured = combinations.filter((each) => latenessOf(each) !== null);
  const mostAlerts = Math.max(1, ...measured.map(({ alerts }) => alerts));
  const mostLate = Math.max(1, ...measured.map((each) => latenessOf(each) ?? 0));
  const fewest = Math.min(...combinations.map(({ missed_outages: missed }) => missed));
  const points = measured
    .map((combination): Point => {
      const x = ((latenessOf(combination) ?? 0) / mostLate) * 100;
      return { key: combinationKey(combination), x, y: (combination.alerts / mostAlerts) * 100, combination };
    })
    // Marked points are drawn last.
    .sort((a, b) => rankOf(a.combination, chosen) - rankOf(b.combination, chosen));
  return (
    <figure className="grid gap-2">
      <div
        role="img"
        dir="ltr"
        aria-label={t("Alerts by delay of {length} combinations; the table below has the values", {
          length: measured.length,
        })}
        className="grid grid-cols-[3rem_minmax(0,1fr)] gap-x-2 text-[0.8125rem] text-soft tabular-nums"
      >
        <div className="flex h-64 flex-col justify-between text-end">
          <span>{numberText(mostAlerts)}</span>
          <span>0</span>
        </div>
        <div className="relative h-64 border-b border-s border-line-strong">
          <span className="absolute inset-x-0 top-1/2 border-t border-line" />
          {points.map(({ key, x, y, combination }) => (
            <span
              key={key}
              className={`absolute size-3 -translate-x-1/2 translate-y-1/2 rounded-full border-2 ${pointClass(combination, { chosen, fewest })}`}
              style={{ left: `${2 + x * 0.95}%`, bottom: `${2 + y * 0.93}%` }}
            />
          ))}
        </div>
        <span />
        <div className="flex justify-between pt-1">
          <span>0 s</span>
          <span>{secondsText(mostLate)}</span>
        </div>
      </div>
      <figcaption className="grid gap-1 text-[0.8125rem] text-soft">
        <span>
          {t("Alerts by delay: until an outage is alerted, and until its alert resolves after its end.")}
        </span>
        <ul className="flex flex-wrap gap-x-4 gap-y-1">
          {LEGEND.map(({ label, className }) => (
            <li key={label} className="flex items-center gap-1.5">
              <span aria-hidden="true" className={`size-3 rounded-full border-2 ${className}`} />
              {label}
            </li>
          ))}
        </ul>
        {measured.length < combinations.length && (
          <span>
            {t("{count} combinations alerted no outage and are not shown.", {
              count: combinations.length - measured.length,
            })}
          </span>
        )}
      </figcaption>
    </figure>
  );
}

const KNEE = "border-up bg-up size-4 forced-colors:bg-[Highlight]";
const PRESENT = "border-ink bg-ink size-4 forced-colors:bg-[CanvasText]";
const CHOSEN = "border-accent bg-accent size-4 forced-colors:bg-[LinkText]";
const OTHER = "border-accent bg-surface";
const MISSING = "border-down bg-surface opacity-60";

const LEGEND = [
  { label: t("Knee"), className: KNEE },
  { label: t("Present"), className: PRESENT },
  { label: t("Selected"), className: CHOSEN },
  { label: t("Other"), className: OTHER },
  { label: t("Misses more outages"), className: MISSING },
];

function pointClass(
  combination: TuneCombination,
  { chosen, fewest }: { chosen: TuneCombination | undefined; fewest: number },
): string {
  if (combination.is_knee) return KNEE;
  if (combination.is_rule) return PRESENT;
  if (combination === chosen) return CHOSEN;
  return combination.missed_outages > fewest ? MISSING : OTHER;
}

function rankOf(combination: TuneCombination, chosen: TuneCombination | undefined): number {
  if (combination.is_knee) return 3;
  if (combination.is_rule) return 2;
  return combination === chosen ? 1 : 0;
}
