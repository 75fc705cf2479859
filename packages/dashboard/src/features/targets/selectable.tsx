import type { ReactNode } from "react";
import { t } from "../../language/t.ts";
import type { Selection } from "./use-selection.ts";

type ChoosableProps = {
  /** Null if the user cannot change anything. */
  chosen: Selection | null;
  id: string;
  name: string;
  children: ReactNode;
};

/** The name of a row, with a checkbox that selects the row. */
export function Selectable({ chosen, id, name, children }: ChoosableProps) {
  if (!chosen) return children;
  return (
    <div className="flex items-start gap-3">
      <input
        type="checkbox"
        className="mt-0.5 size-6 flex-none accent-(--accent) md:size-5"
        aria-label={t("Select {name}", { name })}
        checked={chosen.ids.has(id)}
        onChange={() => chosen.toggle(id)}
      />
      {children}
    </div>
  );
}
