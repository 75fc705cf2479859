import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { PageSubscriber } from "@vedette/contract/status-pages/page-subscribers.ts";
import { useState } from "react";
import { asApiError } from "../../../api/api-error.ts";
import { pageOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { useApi } from "../../../app/session.tsx";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { Icon } from "../../../components/icon.tsx";
import { LoadState } from "../../../components/load-state.tsx";
import { Menu, MenuItem } from "../../../components/menu/menu.tsx";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { TimeAgo } from "../../../components/time-ago.tsx";
import { toast } from "../../../components/toast.tsx";
import { sentenceOf } from "../../../format.ts";
import { t } from "../../../language/t.ts";
import { DELIVERY_LABELS, DELIVERY_TONES, eventLabel } from "./subscriber-labels.ts";

export function SubscriberActions({ subscriber }: { subscriber: PageSubscriber }) {
  const { id, page_id: pageId, address } = subscriber;
  const api = useApi();
  const queries = useQueryClient();
  const [action, setAction] = useState<"messages" | "delete" | null>(null);
  const close = () => setAction(null);
  return (
    <>
      <Menu
        trigger={<Icon name="more" />}
        label={t("Actions for {address}", { address })}
        triggerClass="inline-grid size-9 place-items-center rounded-lg text-soft hover:bg-raised hover:text-ink"
      >
        <MenuItem onChoose={() => setAction("messages")}>{t("View messages")}</MenuItem>
        <MenuItem onChoose={() => setAction("delete")}>{t("Delete")}</MenuItem>
      </Menu>
      <Dialog isOpen={action === "messages"} onClose={close} title={t("Messages to {address}", { address })}>
        <Deliveries subscriber={subscriber} />
      </Dialog>
      <ConfirmDialog
        isOpen={action === "delete"}
        title={t("Delete {address}?", { address })}
        description={t("The address is deleted permanently and gets no more messages.")}
        action={{
          label: t("Delete"),
          busy: t("Deleting …"),
          async run() {
            await api.DELETE("/api/v1/status-pages/{id}/subscribers/{subscriber_id}", {
              params: { path: { id: pageId, subscriber_id: id } },
            });
            await queries.invalidateQueries({ queryKey: keys.detail("status-pages", pageId, "subscribers") });
            toast(t("{address} deleted.", { address }));
          },
        }}
        onClose={close}
      />
    </>
  );
}

function Deliveries({ subscriber: { id, page_id: pageId } }: { subscriber: PageSubscriber }) {
  const api = useApi();
  const { data, error } = useQuery({
    queryKey: keys.detail("status-pages", pageId, "subscribers", id, "deliveries"),
    queryFn: ({ signal }) =>
      pageOf(
        api.GET("/api/v1/status-pages/{id}/subscribers/{subscriber_id}/deliveries", {
          params: { path: { id: pageId, subscriber_id: id } },
          signal,
        }),
      ),
  });
  if (!data) return <LoadState data={data} error={error && asApiError(error)} />;
  if (data.items.length === 0) return <p className="text-soft">{t("No messages in the last 90 days.")}</p>;
  return (
    <ol className="grid gap-3">
      {data.items.map((one) => (
        <li key={`${one.event} ${one.published_at}`} className="flex flex-wrap justify-between gap-2">
          <span className="min-w-0 wrap-anywhere">
            <span className="font-semibold">{one.title}</span>
            <span className="block text-[0.8125rem] text-soft">
              {eventLabel(one.event)} · <TimeAgo at={one.published_at} />
            </span>
            {one.error !== null && (
              <span className="block text-[0.8125rem] text-down">{sentenceOf(one.error)}</span>
            )}
          </span>
          <StatusBadge status={DELIVERY_TONES[one.state]} word={DELIVERY_LABELS[one.state]} />
        </li>
      ))}
    </ol>
  );
}
