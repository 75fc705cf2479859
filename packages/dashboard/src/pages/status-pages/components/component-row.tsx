import { useQueryClient } from "@tanstack/react-query";
import type { PageComponent } from "@vedette/contract/status-pages/page-components.ts";
import { keys } from "../../../api/keys.ts";
import { ForRole } from "../../../app/for-role.tsx";
import { useApi } from "../../../app/session.tsx";
import { Button } from "../../../components/button.tsx";
import { ConfirmButton } from "../../../components/confirm-button.tsx";
import { toast } from "../../../components/toast.tsx";
import { ComponentStatusBadge } from "../component-status-badge.tsx";
import { DragGrip, StepButtons } from "./item-controls.tsx";
import type { OrderPlace } from "./page-order.ts";
import type { ItemDrag } from "./use-item-drag.ts";
import type { PageOrdering } from "./use-order.ts";

type ComponentRowProps = {
  component: PageComponent;
  place: OrderPlace;
  order: PageOrdering;
  drag: ItemDrag;
  onEdit(): void;
};

export function ComponentRow({ component, place, order, drag, onEdit }: ComponentRowProps) {
  const { id, name, status, selector, target_count: count } = component;
  return (
    <li
      {...drag.placeProps(place)}
      className={`flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 ${place.group === null ? "" : "pl-8 max-sm:pl-5"} ${drag.gapClass(place)}`}
    >
      <DragGrip id={id} drag={drag} />
      <div className="min-w-0 flex-1 basis-40">
        <p className="font-semibold wrap-anywhere" dir="auto">
          {name}
        </p>
        <p className="text-[0.8125rem] text-soft wrap-anywhere">{notesOf(component).join(" · ")}</p>
      </div>
      <ComponentStatusBadge status={status} isMeasured={selector === null || count > 0} />
      <div className="ml-auto flex items-center">
        <StepButtons id={id} name={name} order={order} />
        <Button variant="quiet" aria-label={`Edit ${name}`} onClick={onEdit}>
          Edit
        </Button>
        <ForRole>
          <DeleteComponent component={component} />
        </ForRole>
      </div>
    </li>
  );
}

function notesOf({ internal_name, selector, target_count: count, only_when_bad }: PageComponent): string[] {
  return [
    selector === null ? "Static" : count === 1 ? "1 target" : `${count} targets`,
    ...(only_when_bad ? ["only when not operational"] : []),
    ...(internal_name === null ? [] : [`internal: ${internal_name}`]),
  ];
}

function DeleteComponent({ component: { id, page_id: pageId, name } }: { component: PageComponent }) {
  const api = useApi();
  const queries = useQueryClient();
  return (
    <ConfirmButton
      label="Delete"
      longLabel={`Delete ${name}`}
      title={`Delete ${name}?`}
      description="Its bars disappear from the page. No target is deleted."
      action={{
        label: "Delete component",
        busy: "Deleting …",
        async run() {
          await api.DELETE("/api/v1/status-pages/{id}/components/{component_id}", {
            params: { path: { id: pageId, component_id: id } },
          });
          await queries.invalidateQueries({ queryKey: keys.all("status-pages") });
          toast(`${name} deleted.`);
        },
      }}
    />
  );
}
