import { Icon } from "../../components/icon.tsx";
import { t } from "../../language/t.ts";
import { GroupStatus, TargetCounts } from "./group-status.tsx";
import type { GroupSection } from "./sections-by-group.ts";

type GroupHeaderProps = { section: Omit<GroupSection<unknown>, "rows">; onToggle(): void };

const INDENT_REM = 1.25;

/** The head of a group in a list: its status and counts. Collapses and expands it. */
export function GroupHeader({ section: { group, counts, isCollapsed }, onToggle }: GroupHeaderProps) {
  const around = group === null || group.depth === 0 ? null : group.path.slice(0, -group.name.length - 3);
  return (
    <div
      className="flex flex-wrap items-center gap-x-3 gap-y-1"
      style={{ paddingInlineStart: `${(group?.depth ?? 0) * INDENT_REM}rem` }}
    >
      <button
        type="button"
        aria-expanded={!isCollapsed}
        className="inline-flex min-h-9 min-w-0 items-center gap-2 rounded-lg pe-2 text-start font-semibold hover:text-accent"
        onClick={onToggle}
      >
        <Icon name={isCollapsed ? "down" : "up"} className="text-soft" />
        <span className="wrap-anywhere">{group?.name ?? t("No group")}</span>
        {around && <span className="sr-only">{t("in {group}", { group: around })}</span>}
      </button>
      {group && <GroupStatus status={group.status} />}
      <span className="text-[0.8125rem]">
        <TargetCounts targets={counts} />
      </span>
    </div>
  );
}
