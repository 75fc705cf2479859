import type { ReactNode } from "react";

const STYLES = {
  problem: "bg-down-ground text-down",
  warning: "bg-degraded-ground text-degraded",
  done: "bg-up-ground text-up",
  hint: "bg-accent-ground text-ink",
};

/** A highlighted message, by default an error. */
export function Notice({ kind = "problem", children }: { kind?: keyof typeof STYLES; children: ReactNode }) {
  return (
    <div
      role={kind === "problem" ? "alert" : "status"}
      className={`rounded-lg px-3.5 py-2.5 ${STYLES[kind]}`}
    >
      {children}
    </div>
  );
}
