import { INCIDENT_SEVERITIES } from "@vedette/contract/incidents/incident-limits.ts";
import { Button } from "../../components/button.tsx";
import { SelectField } from "../../components/forms/field.tsx";
import { t } from "../../language/t.ts";
import {
  INCIDENT_PERIODS,
  type IncidentFilters,
  readIncidentFilters,
  STATE_FILTERS,
} from "./incident-filters.ts";
import { INCIDENT_SEVERITY_WORDS, INCIDENT_STATE_WORDS } from "./incident-labels.ts";
import { useLeadOptions } from "./use-lead-options.ts";

type IncidentFilterBarProps = { filters: IncidentFilters; onFilters(filters: IncidentFilters): void };

const STATE_WORDS = { ...INCIDENT_STATE_WORDS, unresolved: t("Not resolved") };
const PERIOD_WORDS = {
  1: t("Last 24 hours"),
  7: t("Last 7 days"),
  30: t("Last 30 days"),
  90: t("Last 90 days"),
};

/** The filters are stored in the URL, so that a link opens the same list. */
export function IncidentFilterBar({ filters, onFilters }: IncidentFilterBarProps) {
  const leads = useLeadOptions();
  const change = (part: Record<string, string>) => onFilters(readIncidentFilters({ ...filters, ...part }));
  return (
    <div className="grid grid-cols-2 items-end gap-3 md:grid-cols-5">
      <SelectField
        label={t("State")}
        error={null}
        value={filters.state ?? ""}
        onValue={(state) => change({ state })}
        options={[
          { value: "", label: t("Any state") },
          ...STATE_FILTERS.map((value) => ({ value, label: STATE_WORDS[value] })),
        ]}
      />
      <SelectField
        label={t("Severity")}
        error={null}
        value={filters.severity ?? ""}
        onValue={(severity) => change({ severity })}
        options={[
          { value: "", label: t("Any severity") },
          ...INCIDENT_SEVERITIES.map((value) => ({ value, label: INCIDENT_SEVERITY_WORDS[value] })),
        ]}
      />
      <SelectField
        label={t("Lead")}
        error={null}
        value={filters.lead ?? ""}
        onValue={(lead) => change({ lead })}
        options={[{ value: "", label: t("Anyone") }, { value: "none", label: t("No lead") }, ...leads]}
      />
      <SelectField
        label={t("Opened")}
        error={null}
        value={String(filters.days ?? "")}
        onValue={(days) => change({ days })}
        options={[
          { value: "", label: t("Any time") },
          ...INCIDENT_PERIODS.map((days) => ({ value: String(days), label: PERIOD_WORDS[days] })),
        ]}
      />
      {Object.keys(filters).length > 0 && (
        <Button variant="quiet" className="justify-self-start" onClick={() => onFilters({})}>
          {t("Clear filters")}
        </Button>
      )}
    </div>
  );
}
