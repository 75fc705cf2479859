import { Link } from "@tanstack/react-router";
import { fieldErrorOf } from "../../api/api-error.ts";
import { pageOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { useApi } from "../../app/session.tsx";
import { Field, SelectField } from "../../components/forms/field.tsx";
import { useNamedSearch } from "../../features/named/use-named-search.ts";
import { t } from "../../language/t.ts";
import type { RulePart } from "../alert-rules/rule-part.ts";
import { exactPercent } from "./slo-labels.ts";
import { useSlo } from "./use-slos.ts";

const LISTED_MAX = 200;

/** Selects the SLO of a rule. With more SLOs than a page has, a text searches them. */
export function SloChoice({ draft, error, onChange }: RulePart) {
  const api = useApi();
  const search = useNamedSearch({
    queryKey: keys.list("slos", "choice"),
    limit: LISTED_MAX,
    read: (query, signal) => pageOf(api.GET("/api/v1/slos", { params: { query }, signal })),
  });
  const chosen = useSlo(draft.sloId).data;
  const listed = search.items ?? [];
  const shown = chosen && !listed.some(({ id }) => id === chosen.id) ? [chosen, ...listed] : listed;
  return (
    <div className="grid gap-4">
      {search.isSearched && (
        <Field label={t("Search SLOs")} value={search.typed} onValue={search.onTyped} error={null} />
      )}
      <SelectField
        label={t("SLO")}
        value={draft.sloId}
        onValue={(sloId) => onChange({ sloId })}
        options={[
          { value: "", label: t("Select an SLO") },
          ...shown.map(({ id, name, objective }) => ({
            value: id,
            label: `${name} (${exactPercent(objective)})`,
          })),
        ]}
        hint={
          shown.length > 0 ? (
            t("The rule is about all targets of the SLO together.")
          ) : (
            <Link to="/slos/new" className="text-accent underline">
              {t("Add SLO")}
            </Link>
          )
        }
        error={fieldErrorOf(error, "slo_id", t("The SLO"))}
      />
    </div>
  );
}
