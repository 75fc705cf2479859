import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { PageComponent, PageGroup } from "@vedette/contract/status-pages/page-components.ts";
import { useRef, useState } from "react";
import { dataOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { useApi } from "../../../app/session.tsx";
import { toastError } from "../../../components/toast.tsx";
import { moveItem, type OrderItem, type OrderPlace, orderOfPage, stepFrom } from "./page-order.ts";

export type PageOrdering = {
  items: readonly OrderItem[];
  move(id: string, place: OrderPlace): void;
  /** Moves an item by one place, or does nothing at the ends. */
  step(id: string, by: -1 | 1): void;
  /** The last step of this page, so that a button keeps the focus when its item changes the list. */
  lastStep: { readonly current: { id: string; by: -1 | 1 } | null };
};

/** The order of a page, which a move changes at once, and on the server. */
export function useOrder(
  pageId: string,
  groups: readonly PageGroup[],
  components: readonly PageComponent[],
): PageOrdering {
  const api = useApi();
  const queries = useQueryClient();
  const [pending, setPending] = useState<readonly OrderItem[] | null>(null);
  const lastStep = useRef<{ id: string; by: -1 | 1 } | null>(null);
  const items = pending ?? orderOfPage(groups, components);
  const { mutate } = useMutation({
    mutationFn: (next: readonly OrderItem[]) =>
      dataOf(
        api.PUT("/api/v1/status-pages/{id}/order", {
          params: { path: { id: pageId } },
          body: { items: [...next] },
        }),
      ),
    // One after the other, so that the last order is the one that stays.
    scope: { id: `order of ${pageId}` },
    onError: toastError,
    async onSettled(_data, _error, next) {
      await queries.invalidateQueries({ queryKey: keys.detail("status-pages", pageId) });
      setPending((now) => (now === next ? null : now));
    },
  });
  const store = (next: readonly OrderItem[]) => {
    setPending(next);
    mutate(next);
  };
  return {
    items,
    move(id, place) {
      lastStep.current = null;
      store(moveItem(items, id, place));
    },
    step(id, by) {
      const place = stepFrom(items, id, by);
      if (place === null) return;
      lastStep.current = { id, by };
      store(moveItem(items, id, place));
    },
    lastStep,
  };
}
