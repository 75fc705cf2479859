import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { isConflict } from "../../../api/api-error.ts";
import { versionedOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { useApi } from "../../../app/session.tsx";
import { toast, toastError } from "../../../components/toast.tsx";
import { t } from "../../../language/t.ts";
import { moveItem, type OrderItem, type OrderPlace, orderOfPage, stepFrom } from "./page-order.ts";
import type { PageContent } from "./use-page-content.ts";

const CHANGED_ELSEWHERE = t(
  "Someone else changed the order. The page was loaded again: move the component again.",
);

export type PageOrdering = {
  items: readonly OrderItem[];
  move(id: string, place: OrderPlace): void;
  /** Moves an item by one place, or does nothing at the ends. */
  step(id: string, by: -1 | 1): void;
  /** The last step of this page, so that a button keeps the focus when its item changes the list. */
  lastStep: { readonly current: { id: string; by: -1 | 1 } | null };
};

/** The order of a page, which a move changes at once, and on the server. */
export function useOrder(pageId: string, { components, groups, orderEtag }: PageContent): PageOrdering {
  const api = useApi();
  const queries = useQueryClient();
  const [pending, setPending] = useState<readonly OrderItem[] | null>(null);
  const lastStep = useRef<{ id: string; by: -1 | 1 } | null>(null);
  const items = pending ?? orderOfPage(groups, components);
  /** The version of what is shown. */
  const etag = useRef(orderEtag);
  useEffect(() => {
    if (pending === null) etag.current = orderEtag;
  }, [orderEtag, pending]);
  const { mutate } = useMutation({
    mutationFn: (next: readonly OrderItem[]) =>
      versionedOf(
        api.PUT("/api/v1/status-pages/{id}/order", {
          params: { path: { id: pageId } },
          body: { items: [...next] },
          ifMatch: etag.current,
        }),
      ),
    // One after the other, so that the last order is the one that stays.
    scope: { id: `order of ${pageId}` },
    onSuccess(saved) {
      etag.current = saved.etag;
    },
    onError: (error) => (isConflict(error) ? toast(CHANGED_ELSEWHERE, "problem") : toastError(error)),
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
