import { useQueryClient } from "@tanstack/react-query";
import type { PageGroup } from "@vedette/contract/status-pages/page-components.ts";
import type { ReactNode } from "react";
import { keys } from "../../../api/keys.ts";
import { ForRole } from "../../../app/for-role.tsx";
import { useApi } from "../../../app/session.tsx";
import { Button } from "../../../components/button.tsx";
import { ConfirmButton } from "../../../components/confirm-button.tsx";
import { toast } from "../../../components/toast.tsx";
import { DragGrip, StepButtons } from "./item-controls.tsx";
import type { OrderPlace } from "./page-order.ts";
import type { ItemDrag } from "./use-item-drag.ts";
import type { PageOrdering } from "./use-order.ts";

type GroupRowProps = {
  group: PageGroup;
  place: OrderPlace;
  order: PageOrdering;
  drag: ItemDrag;
  isEmpty: boolean;
  onEdit(): void;
  children: ReactNode;
};

/** A group with its components. */
export function GroupRow({ group, place, order, drag, isEmpty, onEdit, children }: GroupRowProps) {
  const { id, name, description } = group;
  const inside = { group: id, index: 0 };
  return (
    <li aria-label={`Group ${name}`}>
      <div
        {...drag.placeProps(place)}
        className={`flex flex-wrap items-center gap-x-3 gap-y-1 bg-raised px-3 py-1.5 ${drag.gapClass(place)}`}
      >
        <DragGrip id={id} drag={drag} />
        <div className="min-w-0 flex-1 basis-40">
          <h2 className="text-base font-semibold wrap-anywhere" dir="auto">
            {name}
          </h2>
          {description !== "" && <p className="text-[0.8125rem] text-soft wrap-anywhere">{description}</p>}
        </div>
        <div className="ml-auto flex items-center">
          <StepButtons id={id} name={name} order={order} />
          <Button variant="quiet" aria-label={`Edit group ${name}`} onClick={onEdit}>
            Edit
          </Button>
          <ForRole>
            <DeleteGroup group={group} />
          </ForRole>
        </div>
      </div>
      <ul className="divide-y divide-line border-t border-line">
        {children}
        {isEmpty && (
          <li
            {...drag.placeProps(inside)}
            className={`px-8 py-2 text-[0.8125rem] text-soft max-sm:px-5 ${drag.gapClass(inside)}`}
          >
            No component in this group: visitors do not see it.
          </li>
        )}
      </ul>
    </li>
  );
}

function DeleteGroup({ group: { id, page_id: pageId, name } }: { group: PageGroup }) {
  const api = useApi();
  const queries = useQueryClient();
  return (
    <ConfirmButton
      label="Delete"
      longLabel={`Delete group ${name}`}
      title={`Delete ${name}?`}
      description="Its components stay on the page, outside of groups."
      action={{
        label: "Delete group",
        busy: "Deleting …",
        async run() {
          await api.DELETE("/api/v1/status-pages/{id}/component-groups/{group_id}", {
            params: { path: { id: pageId, group_id: id } },
          });
          await queries.invalidateQueries({ queryKey: keys.all("status-pages") });
          toast(`${name} deleted.`);
        },
      }}
    />
  );
}
