import type { ReactNode } from "react";

/** Shown instead of an empty list: what the list would contain, and the first step. */
export function EmptyState({ title, words, action }: { title: string; words: string; action?: ReactNode }) {
  return (
    <div className="card grid justify-items-center gap-2 px-6 py-12 text-center">
      <h2>{title}</h2>
      <p className="max-w-prose text-soft">{words}</p>
      {action && <div className="mt-3 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}
