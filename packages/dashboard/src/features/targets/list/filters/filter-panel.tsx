import { useState } from "react";
import { CheckField } from "../../../../components/forms/field.tsx";
import { Popover } from "../../../../components/forms/popover.tsx";
import { t } from "../../../../language/t.ts";
import { type ListSearch, valuesOf, withChoice } from "../list-search.ts";
import type { FilterChoice } from "./filter-options.ts";

type FilterPanelProps = {
  search: ListSearch;
  choices: readonly FilterChoice[];
  activeCount: number;
  onSearch(search: ListSearch): void;
};

/** From this number of options, they can be searched. */
const SEARCHED_FROM = 9;

/** The button with the filters of a list. */
export function FilterPanel({ search, choices, activeCount, onSearch }: FilterPanelProps) {
  const badge = activeCount > 0 && (
    <span className="rounded-full bg-accent px-1.5 text-xs text-on-accent">
      {activeCount}
      <span className="sr-only"> {t("active")}</span>
    </span>
  );
  return (
    <Popover label={t("Filter")} badge={badge}>
      <div className="grid gap-4 sm:grid-cols-2">
        {choices.map((choice) => (
          <Choices key={choice.param} {...{ choice, search, onSearch }} />
        ))}
        <fieldset className="grid content-start gap-1.5">
          <legend className="mb-1 font-semibold">{t("Alerting")}</legend>
          <CheckField
            label={t("Not covered by any alert rule")}
            isChecked={search.covered === false}
            onChecked={(isChecked) => {
              const { covered: _covered, ...others } = search;
              onSearch(isChecked ? { ...others, covered: false } : others);
            }}
          />
        </fieldset>
      </div>
    </Popover>
  );
}

type ChoicesProps = { choice: FilterChoice; search: ListSearch; onSearch(search: ListSearch): void };

function Choices({ choice: { param, label, options }, search, onSearch }: ChoicesProps) {
  const [text, setText] = useState("");
  const chosen = valuesOf(search, param);
  const found = options.filter((option) => option.label.toLowerCase().includes(text.trim().toLowerCase()));
  return (
    <fieldset className="grid min-w-0 content-start gap-1.5">
      <legend className="mb-1 font-semibold">{label}</legend>
      {options.length >= SEARCHED_FROM && (
        <input
          className="min-h-8 rounded-lg border border-line-strong bg-surface px-2.5 text-sm"
          aria-label={t("Search {label}", { label: label.toLowerCase() })}
          placeholder={t("Search")}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      )}
      <div className="grid max-h-44 gap-1 overflow-y-auto">
        {found.map((option) => (
          <CheckField
            key={option.value}
            label={option.label}
            isChecked={chosen.includes(option.value)}
            onChecked={(isChecked) =>
              onSearch(
                withChoice(
                  search,
                  param,
                  isChecked ? [...chosen, option.value] : chosen.filter((one) => one !== option.value),
                ),
              )
            }
          />
        ))}
        {found.length === 0 && <p className="text-sm text-soft">{t("No results")}</p>}
      </div>
      {param === "tag" && chosen.length > 1 && <TagMatch search={search} onSearch={onSearch} />}
    </fieldset>
  );
}

function TagMatch({ search, onSearch }: Omit<ChoicesProps, "choice">) {
  return (
    <CheckField
      label={t("Has all of these tags")}
      isChecked={search.tag_match === "all"}
      onChecked={(isChecked) => {
        const { tag_match: _match, ...others } = search;
        onSearch(isChecked ? { ...others, tag_match: "all" } : others);
      }}
    />
  );
}
