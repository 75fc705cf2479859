import type { PageComponent } from "@vedette/contract/status-pages/page-components.ts";
import { COMPONENT_STATUSES, type ComponentStatus } from "@vedette/contract/status-pages/status-words.ts";
import { useState } from "react";
import { t } from "../../../language/t.ts";
import { COMPONENT_STATUS_LABELS } from "../status-labels.ts";
import type { AffectedDraft } from "./incident-draft.ts";

type AffectedFieldsProps = {
  components: readonly PageComponent[];
  affected: AffectedDraft;
  onAffected(affected: AffectedDraft): void;
  error: string | null;
};

/** From this number on, a text narrows the list. */
const FILTER_FROM = 10;
/** More selects would take seconds to render. */
const SHOWN_MAX = 100;

/** The status that an update sets for components. It can only make what the targets say worse. */
export function AffectedFields({ components, affected, onAffected, error }: AffectedFieldsProps) {
  const [filter, setFilter] = useState("");
  if (components.length === 0) return null;
  const wanted = filter.trim().toLowerCase();
  const matching = components.filter(
    ({ id, name }) => wanted === "" || id in affected || name.toLowerCase().includes(wanted),
  );
  // Those that the update names are never hidden.
  const shown = matching.filter(({ id }, index) => index < SHOWN_MAX || id in affected);
  const put = (id: string, status: ComponentStatus | undefined) => {
    const { [id]: _, ...others } = affected;
    onAffected(status === undefined ? others : { ...others, [id]: status });
  };
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-semibold">{t("Affected components")}</legend>
      {components.length >= FILTER_FROM && (
        <input
          type="search"
          aria-label={t("Filter components")}
          placeholder={t("Filter components")}
          className="min-h-9 rounded-lg border border-line-strong bg-surface px-3"
          value={filter}
          onChange={({ target }) => setFilter(target.value)}
        />
      )}
      <ul className="grid max-h-60 gap-1.5 overflow-y-auto rounded-lg border border-line p-3">
        {shown.map(({ id, name }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
            <span className="min-w-0 flex-1 basis-32 wrap-anywhere" dir="auto">
              {name}
            </span>
            <select
              aria-label={t("Status of {name}", { name })}
              className="min-h-8 rounded-lg border border-line-strong bg-surface px-2"
              value={affected[id] ?? ""}
              onChange={({ target }) => put(id, COMPONENT_STATUSES[target.selectedIndex - 1])}
            >
              <option value="">{t("As measured")}</option>
              {COMPONENT_STATUSES.map((status) => (
                <option key={status} value={status}>
                  {COMPONENT_STATUS_LABELS[status]}
                </option>
              ))}
            </select>
          </li>
        ))}
      </ul>
      {shown.length < matching.length && (
        <p className="text-[0.8125rem] text-soft">
          {t("{count} more components. Filter by name to find one.", {
            count: matching.length - shown.length,
          })}
        </p>
      )}
      {error && <p className="text-[0.8125rem] text-down">{error}</p>}
    </fieldset>
  );
}
