import { StatusShape, statusWord, toneTextClass } from "../../components/status-badge.tsx";
import { t } from "../../language/t.ts";
import { STATUS_ORDER } from "../../pages/monitors/list/list-view.ts";
import type { SearchItem } from "./search-item.ts";
import type { SearchGroup } from "./use-search-items.ts";

type SearchOptionsProps = {
  id: string;
  groups: readonly SearchGroup[];
  selected: number;
  onSelect(position: number): void;
  onRun(item: SearchItem): void;
};

/** The results of the search in groups. The focus stays in the text field, which handles the keys. */
export function SearchOptions({ id, groups, selected, onSelect, onRun }: SearchOptionsProps) {
  return (
    <div id={id} role="listbox" aria-label={t("Results")} className="max-h-[60dvh] overflow-y-auto">
      {groups.map(({ label, items }, groupIndex) => (
        // biome-ignore lint/a11y/useSemanticElements: a listbox may contain only groups and options.
        <div key={label} role="group" aria-labelledby={`${id}-group-${groupIndex}`}>
          <div
            id={`${id}-group-${groupIndex}`}
            role="presentation"
            className="px-3 pt-2 pb-1 text-xs font-semibold text-soft"
          >
            {label}
          </div>
          {items.map((item, index) => {
            const position = startOf(groups, groupIndex) + index;
            return (
              <Option
                key={item.key}
                id={`${id}-${position}`}
                isSelected={position === selected}
                {...{ item, position, onSelect, onRun }}
              />
            );
          })}
        </div>
      ))}
    </div>
  );
}

/** The position of the first item of a group among all. */
function startOf(groups: readonly SearchGroup[], groupIndex: number): number {
  return groups.slice(0, groupIndex).reduce((sum, { items }) => sum + items.length, 0);
}

type OptionProps = Pick<SearchOptionsProps, "onSelect" | "onRun"> & {
  id: string;
  item: SearchItem;
  position: number;
  isSelected: boolean;
};

function Option({ id, item, position, isSelected, onSelect, onRun }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the focus stays in the text field, which handles the keys.
    <div
      ref={isSelected ? scrollToOption : undefined}
      id={id}
      role="option"
      aria-selected={isSelected}
      className="flex items-center justify-between gap-4 rounded-lg px-3 py-1.5 aria-selected:bg-accent-ground"
      onMouseMove={() => onSelect(position)}
      onClick={() => onRun(item)}
    >
      <span className="flex min-w-0 items-baseline gap-2">
        <span dir="auto" className="truncate">
          {item.label}
        </span>
        {item.detail && <span className="truncate text-[0.8125rem] text-soft">{item.detail}</span>}
      </span>
      <ItemStatus status={item.status ?? null} />
    </div>
  );
}

function scrollToOption(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: "nearest" });
}

function ItemStatus({ status }: { status: string | null }) {
  if (status === null) return null;
  const tone = STATUS_ORDER.find((one) => one === status);
  if (!tone) return <span className="flex-none text-[0.8125rem] text-soft capitalize">{status}</span>;
  return (
    <span className={`flex flex-none items-center gap-1.5 text-[0.8125rem] ${toneTextClass(tone)}`}>
      <StatusShape status={tone} />
      {statusWord(tone)}
    </span>
  );
}
