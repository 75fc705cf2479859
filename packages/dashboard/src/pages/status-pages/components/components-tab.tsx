import type { PageComponent, PageGroup } from "@vedette/contract/status-pages/page-components.ts";
import type { StatusPage } from "@vedette/contract/status-pages/status-pages.ts";
import { useState } from "react";
import { ForRole } from "../../../app/for-role.tsx";
import { Button } from "../../../components/button.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { LoadState } from "../../../components/load-state.tsx";
import { ComponentDialog } from "./component-dialog.tsx";
import { ComponentRow } from "./component-row.tsx";
import { GroupDialog } from "./group-dialog.tsx";
import { GroupRow } from "./group-row.tsx";
import { useItemDrag } from "./use-item-drag.ts";
import { useOrder } from "./use-order.ts";
import { usePageComponents, usePageGroups } from "./use-page-content.ts";

/** The dialog that is open: for an item, or for a new one. */
type Open = { component: PageComponent | null } | { group: PageGroup | null } | null;

export function ComponentsTab({ page: { id } }: { page: StatusPage }) {
  const components = usePageComponents(id);
  const groups = usePageGroups(id);
  const [open, setOpen] = useState<Open>(null);
  const isLoaded = components.data && groups.data;
  const isEmpty = components.data?.length === 0 && groups.data?.length === 0;
  const actions = (
    <ForRole>
      <Button variant="primary" icon="plus" onClick={() => setOpen({ component: null })}>
        Add component
      </Button>
      <Button icon="plus" onClick={() => setOpen({ group: null })}>
        Add group
      </Button>
    </ForRole>
  );
  return (
    <div className="grid gap-4">
      <LoadState data={isLoaded} error={components.error ?? groups.error} lines={5} />
      {isEmpty && (
        <EmptyState
          title="No components yet"
          description="A component is a part of your service in the words of your customers, such as “Checkout”. It follows one or more targets, a group or a tag."
          action={actions}
        />
      )}
      {isLoaded && !isEmpty && (
        <>
          <div className="flex flex-wrap gap-2">{actions}</div>
          <OrderedItems pageId={id} components={components.data} groups={groups.data} onOpen={setOpen} />
        </>
      )}
      {open && "component" in open && (
        <ComponentDialog
          pageId={id}
          component={open.component}
          groups={groups.data ?? []}
          nextPosition={nextPositionOf([...(components.data ?? []), ...(groups.data ?? [])])}
          onClose={() => setOpen(null)}
        />
      )}
      {open && "group" in open && (
        <GroupDialog
          pageId={id}
          group={open.group}
          nextPosition={nextPositionOf([...(components.data ?? []), ...(groups.data ?? [])])}
          onClose={() => setOpen(null)}
        />
      )}
    </div>
  );
}

/** The position behind everything on the page. */
function nextPositionOf(items: readonly { position: number }[]): number {
  return items.reduce((most, { position }) => Math.max(most, position + 1), 0);
}

type OrderedItemsProps = {
  pageId: string;
  components: readonly PageComponent[];
  groups: readonly PageGroup[];
  onOpen(open: Open): void;
};

function OrderedItems({ pageId, components, groups, onOpen }: OrderedItemsProps) {
  const order = useOrder(pageId, groups, components);
  const drag = useItemDrag(order.move);
  const componentById = new Map(components.map((one) => [one.id, one]));
  const groupById = new Map(groups.map((one) => [one.id, one]));
  const row = (id: string, place: { group: string | null; index: number }) => {
    const component = componentById.get(id);
    return (
      component && (
        <ComponentRow
          key={id}
          component={component}
          place={place}
          order={order}
          drag={drag}
          onEdit={() => onOpen({ component })}
        />
      )
    );
  };
  return (
    <ul className="card divide-y divide-line overflow-hidden">
      {order.items.map(({ id, components: members }, index) => {
        const group = groupById.get(id);
        if (!group) return row(id, { group: null, index });
        return (
          <GroupRow
            key={id}
            group={group}
            place={{ group: null, index }}
            order={order}
            drag={drag}
            onEdit={() => onOpen({ group })}
            isEmpty={members?.length === 0}
          >
            {members?.map((member, inside) => row(member, { group: id, index: inside }))}
          </GroupRow>
        );
      })}
    </ul>
  );
}
