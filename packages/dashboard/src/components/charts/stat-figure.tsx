import type { ReactNode } from "react";

/** A key figure with its label: "99.98 %", "Uptime, 30 days". */
export function StatFigure({ label, value, note }: { label: string; value: ReactNode; note?: ReactNode }) {
  return (
    <div className="row-span-3 grid grid-rows-subgrid gap-y-0">
      <dt className="self-end text-[0.8125rem] text-soft">{label}</dt>
      <dd className="text-xl font-semibold tabular-nums">{value}</dd>
      <dd className="text-[0.8125rem] text-soft">{note}</dd>
    </div>
  );
}

/** The card around `StatFigure` elements, which are aligned whether their labels need one line or two. */
export function StatFigures({ children }: { children: ReactNode }) {
  return (
    <dl className="card grid grid-cols-[repeat(auto-fit,minmax(6.25rem,1fr))] gap-x-4 px-4 pt-1 pb-3 *:mt-2">
      {children}
    </dl>
  );
}
