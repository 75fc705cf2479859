import type { SearchResult } from "@vedette/contract/search/search.ts";
import { type KeyboardEvent, useId, useState } from "react";
import { t } from "../../language/t.ts";
import { useRole } from "../role.ts";
import { useSession } from "../session.tsx";
import { rememberRecent } from "./recent-items.ts";
import { isTarget } from "./result-groups.ts";
import type { SearchItem } from "./search-item.ts";
import { SearchOptions } from "./search-options.tsx";
import { useSearchItems } from "./use-search-items.ts";

type SearchBoxProps = { text: string; onText(text: string): void; onClose(): void };

/** The text field of the search and its results. The focus stays in the field. */
export function SearchBox({ text, onText, onClose }: SearchBoxProps) {
  const { organization } = useSession();
  const mayChange = useRole().reaches("member");
  const [position, setPosition] = useState(0);
  /** The target whose actions are listed. */
  const [target, setTarget] = useState<SearchResult | null>(null);
  const id = useId();
  const { groups, isSearching } = useSearchItems(text, target);
  const items = groups.flatMap((group) => group.items);
  const selected = Math.min(position, items.length - 1);
  const chosen = items[selected];
  const hasActions = mayChange && target === null && chosen?.result && isTarget(chosen.result);

  function type(typed: string): void {
    onText(typed);
    setPosition(0);
  }
  function run(item: SearchItem | undefined): void {
    if (!item) return;
    rememberRecent(organization?.id ?? "", item);
    onClose();
    item.run();
  }
  function showActions(result: SearchResult | null): void {
    setTarget(result);
    type("");
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const isAtEnd = event.currentTarget.selectionStart === text.length;
    if (event.key === "Enter") run(chosen);
    else if (step !== undefined && items.length > 0)
      setPosition((selected + step + items.length) % items.length);
    else if (event.key === "ArrowRight" && isAtEnd && hasActions && chosen.result) showActions(chosen.result);
    else if (target !== null && text === "" && ["ArrowLeft", "Backspace"].includes(event.key))
      showActions(null);
    else return;
    event.preventDefault();
  }

  const label = target
    ? t("Actions for {name}", { name: target.name })
    : t("Search pages, targets and commands");
  return (
    <div className="grid gap-2">
      <input
        className="w-full rounded-lg border border-line-strong bg-surface px-3 py-2"
        // biome-ignore lint/a11y/noAutofocus: it replaces the field in which the person typed.
        autoFocus
        role="combobox"
        aria-label={label}
        aria-expanded="true"
        aria-autocomplete="list"
        aria-controls={id}
        aria-activedescendant={items.length > 0 ? `${id}-${selected}` : undefined}
        autoComplete="off"
        spellCheck={false}
        placeholder={label}
        value={text}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <SearchOptions {...{ id, groups, selected }} onSelect={setPosition} onRun={run} />
      <p role="status" className="px-3 text-[0.8125rem] text-soft">
        {statusText({
          isSearching,
          count: items.length,
          typed: text,
          hasActions: Boolean(hasActions),
          target,
        })}
      </p>
    </div>
  );
}

type Status = {
  isSearching: boolean;
  count: number;
  typed: string;
  hasActions: boolean;
  target: SearchResult | null;
};

function statusText({ isSearching, count, typed, hasActions, target }: Status): string {
  if (count === 0) return isSearching ? t("Searching …") : t("No results");
  if (target) return `← ${t("Back")}`;
  const results = typed === "" ? "" : t("{count, plural, one {# result} other {# results}}. ", { count });
  return `${results}${hasActions ? `→ ${t("Actions")}` : ""}`;
}
