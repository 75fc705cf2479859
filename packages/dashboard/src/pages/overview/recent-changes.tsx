import { Link } from "@tanstack/react-router";
import type { Target } from "@vedette/contract/targets/targets.ts";
import type { ReactNode } from "react";
import { buttonClass } from "../../components/button.tsx";
import { OverviewItemList } from "./overview-item-list.tsx";
import { latestFirst } from "./overview-items.ts";

const CHANGES_SHOWN_MAX = 20;

/** The targets whose status changed last. */
export function RecentChanges({ all, toggle }: { all: readonly Target[]; toggle: ReactNode }) {
  return (
    <section className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2>Recent status changes</h2>
        {toggle}
      </div>
      <OverviewItemList items={latestFirst(all).slice(0, CHANGES_SHOWN_MAX)} label="Recent status changes" />
      {all.length > CHANGES_SHOWN_MAX && (
        <Link to="/monitors" className={`${buttonClass()} justify-self-start`}>
          All monitors
        </Link>
      )}
    </section>
  );
}
