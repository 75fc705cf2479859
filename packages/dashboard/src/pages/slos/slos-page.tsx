import { useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { SLIS } from "@vedette/contract/slos/slo-limits.ts";
import type { Slo } from "@vedette/contract/slos/slos.ts";
import { useEffect, useState } from "react";
import { keys } from "../../api/keys.ts";
import { ForRole } from "../../app/for-role.tsx";
import { useApi } from "../../app/session.tsx";
import { buttonClass } from "../../components/button.tsx";
import { ChoiceFilter, SearchFilter } from "../../components/list-filter.tsx";
import { ListTable } from "../../components/list-table.tsx";
import { DeleteButton } from "../../components/lists/delete-button.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import type { Column } from "../../components/table.tsx";
import { useSettled } from "../../components/use-settled.ts";
import { LOCALE } from "../../language/language.ts";
import { t } from "../../language/t.ts";
import { type SloFilters, STATES } from "./slo-filters.ts";
import { exactPercent, objectiveText, SLI_LABELS, STATE_BADGES } from "./slo-labels.ts";
import { useSloPages } from "./use-slos.ts";

const route = getRouteApi("/shell/slos");

/** Lists the SLOs with their figures of the last minutes. */
export function SlosPage() {
  const filters = route.useSearch();
  const { items, error, more } = useSloPages(filters);
  const isFiltered = Object.keys(filters).length > 0;
  const hasItems = (items?.length ?? 0) > 0;
  const add = (
    <ForRole>
      <Link to="/slos/new" className={buttonClass("primary")}>
        {t("Add SLO")}
      </Link>
    </ForRole>
  );
  return (
    <>
      <PageHeader
        title={t("SLOs")}
        lead={t("How much must be good, and what is left of the error budget.")}
        actions={(isFiltered || hasItems) && add}
      />
      <div className="grid gap-5">
        {(isFiltered || hasItems) && <Filters filters={filters} />}
        <ListTable
          caption={t("SLOs by name")}
          columns={COLUMNS}
          rows={items}
          error={error}
          more={more}
          empty={
            isFiltered
              ? t("No SLOs match these filters.")
              : {
                  title: t("No SLOs yet"),
                  description: t(
                    "An SLO says which share of time or of checks must be good, and alerts before the error budget is used up.",
                  ),
                  action: add,
                }
          }
        />
      </div>
    </>
  );
}

const SETTLED_AFTER_MS = 300;

function Filters({ filters }: { filters: SloFilters }) {
  const navigate = route.useNavigate();
  const [typed, setTyped] = useState(filters.search ?? "");
  const search = useSettled(typed.trim(), SETTLED_AFTER_MS);
  useEffect(() => {
    void navigate({
      search: ({ search: _before, ...others }) => ({ ...others, ...(search !== "" && { search }) }),
      replace: true,
    });
  }, [search, navigate]);
  const put = (changed: { [Name in keyof SloFilters]?: SloFilters[Name] | null }) =>
    void navigate({
      search: Object.fromEntries(
        Object.entries({ ...filters, ...changed }).filter(([, value]) => value !== null),
      ) as SloFilters,
      replace: true,
    });
  return (
    <div className="flex flex-wrap gap-2">
      <SearchFilter label={t("Search SLOs")} text={typed} onText={setTyped} />
      <ChoiceFilter
        label={t("State")}
        all={t("All states")}
        options={STATES.map((value) => ({ value, label: STATE_BADGES[value].word }))}
        chosen={filters.state ?? null}
        onChoose={(state) => put({ state })}
      />
      <ChoiceFilter
        label={t("Measure")}
        all={t("All measures")}
        options={SLIS.map((value) => ({ value, label: SLI_LABELS[value] }))}
        chosen={filters.sli ?? null}
        onChoose={(sli) => put({ sli })}
      />
    </div>
  );
}

const COLUMNS: readonly Column<Slo>[] = [
  {
    id: "name",
    title: t("SLO"),
    cell: (slo) => (
      <div className="wrap-anywhere">
        <Link to="/slos/$id" params={{ id: slo.id }} className="font-semibold hover:underline">
          {slo.name}
        </Link>
        <span className="block text-[0.8125rem] text-soft">{objectiveText(slo)}</span>
        {slo.measured?.problem != null && (
          <span className="block text-[0.8125rem] text-degraded">{slo.measured.problem}</span>
        )}
      </div>
    ),
  },
  { id: "state", title: t("State"), width: "md:w-28", cell: (slo) => <SloStateBadge slo={slo} /> },
  {
    id: "attainment",
    title: t("Attainment"),
    isNumber: true,
    width: "md:w-32",
    cell: ({ measured }) => exactPercent(measured?.attainment ?? null),
  },
  {
    id: "budget",
    title: t("Budget left"),
    isNumber: true,
    width: "md:w-32",
    cell: ({ measured }) => (
      <>
        {exactPercent(measured?.budget_left_percentage ?? null)}
        <span className="md:hidden"> {t("budget left")}</span>
      </>
    ),
  },
  {
    id: "targets",
    title: t("Targets"),
    isNumber: true,
    isWideOnly: true,
    width: "md:w-24",
    cell: ({ target_count: count }) => count.toLocaleString(LOCALE),
  },
  {
    id: "actions",
    title: t("Actions"),
    isTitleHidden: true,
    width: "md:w-28",
    cell: (slo) => (
      <ForRole>
        <DeleteSlo slo={slo} />
      </ForRole>
    ),
  },
];

function SloStateBadge({ slo: { measured } }: { slo: Slo }) {
  if (measured === null) return <StatusBadge status="pending" word={t("Not measured")} />;
  const { tone, word } = STATE_BADGES[measured.state];
  return <StatusBadge status={tone} word={word} />;
}

function DeleteSlo({ slo: { id, name } }: { slo: Slo }) {
  const api = useApi();
  const queries = useQueryClient();
  return (
    <div className="flex justify-end">
      <DeleteButton
        name={name}
        noun={t("SLO")}
        description={t("Its targets and their results stay. An SLO that a rule is about cannot be deleted.")}
        onDelete={async () => {
          await api.DELETE("/api/v1/slos/{id}", { params: { path: { id } } });
          await queries.invalidateQueries({ queryKey: keys.all("slos") });
        }}
      />
    </div>
  );
}
