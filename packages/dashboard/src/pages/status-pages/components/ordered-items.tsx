import { useState } from "react";
import { useRole } from "../../../app/role.ts";
import { Button } from "../../../components/button.tsx";
import { LOCALE } from "../../../language/language.ts";
import { t } from "../../../language/t.ts";
import { ComponentRow } from "./component-row.tsx";
import { GroupRow } from "./group-row.tsx";
import type { OpenDialog } from "./open-dialog.ts";
import type { OrderPlace } from "./page-order.ts";
import { useItemDrag } from "./use-item-drag.ts";
import { useOrder } from "./use-order.ts";
import type { PageContent } from "./use-page-content.ts";

/** Thousands of rows take seconds to render, and few pages have more than these. */
const SHOWN_MAX = 200;

type OrderedItemsProps = { pageId: string; content: PageContent; onOpen(open: OpenDialog): void };

/** The groups and components of a page in their order. */
export function OrderedItems({ pageId, content, onOpen }: OrderedItemsProps) {
  const { components, groups } = content;
  const order = useOrder(pageId, content);
  const drag = useItemDrag(order.move);
  const isEditable = useRole().reaches("member");
  const [isAll, setAll] = useState(false);
  const componentById = new Map(components.map((one) => [one.id, one]));
  const groupById = new Map(groups.map((one) => [one.id, one]));
  const common = { order, drag, isEditable };
  let left = isAll ? Number.POSITIVE_INFINITY : SHOWN_MAX;
  const row = (id: string, place: OrderPlace) => {
    const component = componentById.get(id);
    if (!component || left <= 0) return null;
    left -= 1;
    return (
      <ComponentRow
        key={id}
        {...common}
        component={component}
        place={place}
        onEdit={() => onOpen({ component })}
        onRemove={() => onOpen({ removed: { kind: "component", item: component } })}
      />
    );
  };
  const rows = order.items.map(({ id, components: members }, index) => {
    const group = groupById.get(id);
    if (!group) return row(id, { group: null, index });
    if (left <= 0) return null;
    return (
      <GroupRow
        key={id}
        {...common}
        group={group}
        place={{ group: null, index }}
        onEdit={() => onOpen({ group })}
        onRemove={() => onOpen({ removed: { kind: "group", item: group } })}
        isEmpty={members?.length === 0}
      >
        {members?.map((member, inside) => row(member, { group: id, index: inside }))}
      </GroupRow>
    );
  });
  return (
    <>
      <ul className="card divide-y divide-line overflow-hidden">{rows}</ul>
      {!isAll && components.length > SHOWN_MAX && (
        <Button className="justify-self-start" onClick={() => setAll(true)}>
          {t("Show all {count}", { count: components.length.toLocaleString(LOCALE) })}
        </Button>
      )}
    </>
  );
}
