import type { ReactNode } from "react";

/** A key figure with its label: "99.98 %", "Uptime, 30 days". */
export function StatFigure({ label, value, note }: { label: string; value: ReactNode; note?: ReactNode }) {
  return (
    <div className="card px-4 py-3">
      <dt className="text-[0.8125rem] text-soft">{label}</dt>
      <dd className="text-xl font-semibold tabular-nums">{value}</dd>
      {note && <dd className="text-[0.8125rem] text-soft">{note}</dd>}
    </div>
  );
}

/** The grid around `StatFigure` elements. */
export function StatFigures({ children }: { children: ReactNode }) {
  return <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-6">{children}</dl>;
}
