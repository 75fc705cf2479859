import type { ReactNode } from "react";

const LOOKS = {
  problem: "bg-down-ground text-down",
  warning: "bg-degraded-ground text-degraded",
  done: "bg-up-ground text-up",
  hint: "bg-accent-ground text-ink",
};

/** A sentence that must be seen: what went wrong, by default. */
export function Notice({ kind = "problem", children }: { kind?: keyof typeof LOOKS; children: ReactNode }) {
  return (
    <div role={kind === "problem" ? "alert" : "status"} className={`rounded-lg px-3.5 py-2.5 ${LOOKS[kind]}`}>
      {children}
    </div>
  );
}
