import type { ReactNode } from "react";
import { useTitle } from "./browser/use-title.ts";

type PageHeaderProps = {
  title: string;
  /** A sentence of ours keeps its direction, also if it starts with a name of another script. */
  isSentence?: boolean;
  /** Shown next to the title, such as a status. */
  badge?: ReactNode;
  lead?: ReactNode;
  actions?: ReactNode;
  /** The title of the browser tab, if it differs. */
  tabTitle?: string;
};

export function PageHeader({
  title,
  isSentence = false,
  badge,
  lead,
  actions,
  tabTitle = title,
}: PageHeaderProps) {
  useTitle(tabTitle);
  return (
    <div className="mb-6 flex flex-wrap items-start justify-between gap-4">
      {/* A lead wraps beside a few actions; many actions, and on phones all of them, wrap below it. */}
      <div className={`min-w-0 grow sm:basis-96 ${lead ? "basis-72" : "basis-40"}`}>
        <div className="flex flex-wrap items-center gap-3">
          <h1 aria-live="polite" dir={isSentence ? undefined : "auto"} className="line-clamp-3 wrap-anywhere">
            {title}
          </h1>
          {badge}
        </div>
        {lead && <p className="mt-1 wrap-anywhere text-soft">{lead}</p>}
      </div>
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
    </div>
  );
}
