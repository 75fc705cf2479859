import type { ReactNode } from "react";

export type EmptyStateProps = { title: string; description: string; action?: ReactNode };

/** Shown instead of an empty list: what the list would contain, and the first step. */
export function EmptyState({ title, description, action }: EmptyStateProps) {
  return (
    <div className="card grid justify-items-center gap-2 px-6 py-12 text-center">
      <h2>{title}</h2>
      <p className="max-w-prose text-soft">{description}</p>
      {action && <div className="mt-3 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}
