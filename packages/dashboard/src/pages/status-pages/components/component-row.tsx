import type { PageComponent } from "@vedette/contract/status-pages/page-components.ts";
import { t } from "../../../language/t.ts";
import { ComponentStatusBadge } from "../component-status-badge.tsx";
import { DragGrip, ItemActions, type ItemProps } from "./item-controls.tsx";

type ComponentRowProps = ItemProps & { component: PageComponent };

export function ComponentRow({ component, drag, isEditable, ...item }: ComponentRowProps) {
  const { id, name, status, is_measured: isMeasured } = component;
  const { place } = item;
  return (
    <li
      {...drag.placeProps(place)}
      className={`flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 ${place.group === null ? "" : "ps-8 max-sm:ps-5"} ${drag.gapClass(place)}`}
    >
      {isEditable && <DragGrip id={id} drag={drag} />}
      <div className="min-w-0 flex-1 basis-40">
        <p className="font-semibold wrap-anywhere" dir="auto">
          {name}
        </p>
        <p className="text-[0.8125rem] text-soft wrap-anywhere">{notesOf(component).join(" · ")}</p>
      </div>
      <ComponentStatusBadge status={status} isMeasured={isMeasured} />
      {isEditable && <ItemActions {...item} id={id} name={name} longName={name} />}
    </li>
  );
}

function notesOf({ internal_name, selector, target_count: count, only_when_bad }: PageComponent): string[] {
  return [
    selector === null ? t("Static") : t("{count, plural, one {# target} other {# targets}}", { count }),
    ...(only_when_bad ? [t("only when not operational")] : []),
    ...(internal_name === null ? [] : [t("internal: {name}", { name: internal_name })]),
  ];
}
