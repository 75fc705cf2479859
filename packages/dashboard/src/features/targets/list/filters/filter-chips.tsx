import { Button } from "../../../../components/button.tsx";
import { Icon } from "../../../../components/icon.tsx";
import { t } from "../../../../language/t.ts";
import { type ListSearch, valuesOf, withChoice, withoutFilters } from "../list-search.ts";
import type { ActiveFilter } from "./filter-options.ts";

type FilterChipsProps = {
  search: ListSearch;
  active: readonly ActiveFilter[];
  onSearch(search: ListSearch): void;
};

/** The active filters besides status and text, each with a button that removes it. */
export function FilterChips({ search, active, onSearch }: FilterChipsProps) {
  if (active.length === 0 && search.covered !== false) return null;
  const { covered: _covered, ...withoutCovered } = search;
  return (
    <ul className="flex flex-wrap items-center gap-1.5" aria-label={t("Active filters")}>
      {active.map(({ param, value, text }) => (
        <Chip
          key={`${param} ${value}`}
          text={text}
          onRemove={() =>
            onSearch(
              withChoice(
                search,
                param,
                valuesOf(search, param).filter((one) => one !== value),
              ),
            )
          }
        />
      ))}
      {search.tag_match === "all" && valuesOf(search, "tag").length > 1 && (
        <li className="text-[0.8125rem] text-soft">{t("all of these tags")}</li>
      )}
      {search.covered === false && (
        <Chip text={t("Not covered by any alert rule")} onRemove={() => onSearch(withoutCovered)} />
      )}
      <li>
        <Button variant="quiet" onClick={() => onSearch(withoutFilters(search))}>
          {t("Clear filters")}
        </Button>
      </li>
    </ul>
  );
}

function Chip({ text, onRemove }: { text: string; onRemove(): void }) {
  return (
    <li className="flex items-center gap-0.5 rounded-full bg-accent-ground ps-3 text-[0.8125rem]">
      <span className="max-w-60 truncate" title={text}>
        {text}
      </span>
      <button
        type="button"
        aria-label={t("Remove {text}", { text })}
        className="grid size-7 place-items-center rounded-full hover:text-accent"
        onClick={onRemove}
      >
        <Icon name="close" className="size-3.5" />
      </button>
    </li>
  );
}
