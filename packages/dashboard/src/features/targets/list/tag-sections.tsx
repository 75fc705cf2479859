import type { Target } from "@vedette/contract/targets/targets.ts";
import { Icon } from "../../../components/icon.tsx";
import type { TableSection } from "../../../components/table-section.ts";
import { LOCALE } from "../../../language/language.ts";
import { t } from "../../../language/t.ts";
import { TargetCounts } from "../../groups/group-status.tsx";

type Collapsing = { collapsed: ReadonlySet<string>; onToggle(id: string): void };

const UNTAGGED = "";
const byText = new Intl.Collator(LOCALE, { numeric: true, sensitivity: "base" });

/** Arranges rows by tag: a row is under each of its tags, and rows without a tag come last. */
export function tagSections(
  rows: readonly Target[],
  { collapsed, onToggle }: Collapsing,
): TableSection<Target>[] {
  const byTag = new Map<string, Target[]>();
  for (const row of rows)
    for (const tag of row.tags.length === 0 ? [UNTAGGED] : row.tags) {
      const own = byTag.get(tag);
      if (own) own.push(row);
      else byTag.set(tag, [row]);
    }
  const tags = [...byTag.keys()].sort((a, b) => {
    if (a === UNTAGGED || b === UNTAGGED) return a === b ? 0 : a === UNTAGGED ? 1 : -1;
    return byText.compare(a, b);
  });
  return tags.map((tag) => {
    const own = byTag.get(tag) ?? [];
    const isCollapsed = collapsed.has(tag);
    return {
      id: `tag ${tag}`,
      rows: isCollapsed ? [] : own,
      header: <TagHeader tag={tag} rows={own} isCollapsed={isCollapsed} onToggle={() => onToggle(tag)} />,
    };
  });
}

type TagHeaderProps = { tag: string; rows: readonly Target[]; isCollapsed: boolean; onToggle(): void };

function TagHeader({ tag, rows, isCollapsed, onToggle }: TagHeaderProps) {
  const counts: Partial<Record<Target["status"], number>> = {};
  for (const { status } of rows) counts[status] = (counts[status] ?? 0) + 1;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <button
        type="button"
        aria-expanded={!isCollapsed}
        className="flex min-h-9 items-center gap-2 text-start font-semibold"
        onClick={onToggle}
      >
        <Icon name={isCollapsed ? "down" : "up"} className="text-soft" />
        <span className="wrap-anywhere">{tag === UNTAGGED ? t("No tag") : tag}</span>
      </button>
      <span className="text-[0.8125rem]">
        <TargetCounts targets={counts} />
      </span>
    </div>
  );
}
