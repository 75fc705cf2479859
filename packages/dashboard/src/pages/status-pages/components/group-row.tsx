import type { PageGroup } from "@vedette/contract/status-pages/page-components.ts";
import type { ReactNode } from "react";
import { t } from "../../../language/t.ts";
import { DragGrip, ItemActions, type ItemProps } from "./item-controls.tsx";

type GroupRowProps = ItemProps & { group: PageGroup; isEmpty: boolean; children: ReactNode };

/** A group with its components. */
export function GroupRow({ group, drag, isEditable, isEmpty, children, ...item }: GroupRowProps) {
  const { id, name, description } = group;
  const { place } = item;
  const inside = { group: id, index: 0 };
  return (
    <li aria-label={t("Group {name}", { name })}>
      <div
        {...drag.placeProps(place)}
        className={`flex flex-wrap items-center gap-x-3 gap-y-1 bg-raised px-3 py-1.5 ${drag.gapClass(place)}`}
      >
        {isEditable && <DragGrip id={id} drag={drag} />}
        <div className="min-w-0 flex-1 basis-40">
          <h2 className="text-base font-semibold wrap-anywhere" dir="auto">
            {name}
          </h2>
          {description !== "" && <p className="text-[0.8125rem] text-soft wrap-anywhere">{description}</p>}
        </div>
        {isEditable && <ItemActions {...item} id={id} name={name} longName={t("group {name}", { name })} />}
      </div>
      <ul className="divide-y divide-line border-t border-line">
        {children}
        {isEmpty && (
          <li
            {...drag.placeProps(inside)}
            className={`px-8 py-2 text-[0.8125rem] text-soft max-sm:px-5 ${drag.gapClass(inside)}`}
          >
            {t("No component in this group: visitors do not see it.")}
          </li>
        )}
      </ul>
    </li>
  );
}
