import { ChoiceFilter } from "../../../components/list-filter.tsx";
import { Notice } from "../../../components/notice.tsx";
import { t } from "../../../language/t.ts";
import { withParam } from "../../targets/with-param.ts";
import { type ChartView, withRange } from "../history-search.ts";
import { readRange } from "../read-range.ts";
import { ChartRangeChoice } from "./chart-range.tsx";
import { HeatMapChart } from "./heat-map-chart.tsx";
import type { ResponseChartProps } from "./history-props.ts";
import { LineChart } from "./line-chart.tsx";
import { LocationComparison } from "./location-comparison.tsx";

/** Response times, or durations of runs, as lines, phases, by location or as a heat map. */
export function ResponseChart(props: ResponseChartProps) {
  const { noun, title, locations, search, onSearch } = props;
  const { location = "", view = "times" } = search;
  const { range, problem } = readRange(search, Date.now());
  const views = VIEWS.filter(
    ({ value }) =>
      value === view ||
      ((value !== "phases" || noun === "monitors") && (value !== "locations" || locations.length > 1)),
  );
  return (
    <section className="grid gap-3" aria-label={title}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2>{title}</h2>
        <div className="flex flex-wrap items-center gap-2">
          {(locations.length > 1 || location !== "") && view !== "locations" && (
            <ChoiceFilter<string>
              label={t("Location")}
              all={t("All locations")}
              options={locations.map((value) => ({ value, label: value }))}
              chosen={location || null}
              onChoose={(chosen) => onSearch(withParam(search, "location", chosen))}
            />
          )}
          <ViewChoice
            views={views}
            view={view}
            onView={(next) => onSearch(withParam(search, "view", next === "times" ? null : next))}
          />
        </div>
      </div>
      <ChartRangeChoice
        range={range}
        period={search.period ?? "24h"}
        onRange={(next) => onSearch(withRange(search, next))}
      />
      {problem !== null && <Notice kind="warning">{problem}</Notice>}
      {view === "heat" && <HeatMapChart {...props} range={range} />}
      {view === "locations" && <LocationComparison {...props} range={range} />}
      {(view === "times" || view === "phases") && <LineChart {...props} range={range} view={view} />}
    </section>
  );
}

const VIEWS: readonly { value: ChartView; label: string }[] = [
  { value: "times", label: t("Lines") },
  { value: "phases", label: t("Phases") },
  { value: "locations", label: t("By location") },
  { value: "heat", label: t("Heat map") },
];

type ViewChoiceProps = { views: typeof VIEWS; view: ChartView; onView(view: ChartView): void };

function ViewChoice({ views, view, onView }: ViewChoiceProps) {
  return (
    <fieldset className="flex overflow-hidden rounded-lg border border-line">
      <legend className="sr-only">{t("Chart")}</legend>
      {views.map(({ value, label }) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === view}
          className="min-h-9 bg-surface px-2.5 text-sm hover:bg-raised aria-pressed:bg-accent-ground aria-pressed:font-semibold aria-pressed:text-accent"
          onClick={() => onView(value)}
        >
          {label}
        </button>
      ))}
    </fieldset>
  );
}
