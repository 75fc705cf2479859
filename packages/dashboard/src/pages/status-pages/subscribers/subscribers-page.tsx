import { useMutation, useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import type { PageSubscriber } from "@vedette/contract/status-pages/page-subscribers.ts";
import { SUBSCRIBER_STATES } from "@vedette/contract/status-pages/subscriber-words.ts";
import { useState } from "react";
import { dataOf, pageOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { send } from "../../../api/request.ts";
import { usePages } from "../../../api/use-pages.ts";
import { useApi, useSession } from "../../../app/session.tsx";
import { Button } from "../../../components/button.tsx";
import { ListTable } from "../../../components/list-table.tsx";
import { PageHeader } from "../../../components/page-header.tsx";
import { toastError } from "../../../components/toast.tsx";
import { LOCALE } from "../../../language/language.ts";
import { Message } from "../../../language/message.tsx";
import { t } from "../../../language/t.ts";
import { AddSubscriber } from "./add-subscriber.tsx";
import { SUBSCRIBER_COLUMNS } from "./subscriber-columns.tsx";
import { SubscriberFilters } from "./subscriber-filters.tsx";
import { STATE_LABELS } from "./subscriber-labels.ts";
import { readSubscriberSearch, type SubscriberSearch } from "./subscriber-search.ts";

/** Lists the subscribers of a status page, with their numbers by state. */
export function SubscribersPage() {
  const { pageId = "" } = useParams({ strict: false });
  const search = readSubscriberSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const api = useApi();
  const [isAdding, setAdding] = useState(false);
  const path = { id: pageId };
  const page = useQuery({
    queryKey: keys.detail("status-pages", pageId),
    queryFn: ({ signal }) => dataOf(api.GET("/api/v1/status-pages/{id}", { params: { path }, signal })),
  });
  const { items, error, more } = usePages<PageSubscriber>({
    queryKey: keys.detail("status-pages", pageId, "subscribers", search),
    keepsPrevious: true,
    read: ({ signal, ...next }) =>
      pageOf(
        api.GET("/api/v1/status-pages/{id}/subscribers", {
          params: { path, query: { ...search, ...next } },
          signal,
        }),
      ),
  });
  const show = (chosen: SubscriberSearch) =>
    void navigate({ to: ".", search: readSubscriberSearch(chosen), replace: true });
  const add = (
    <Button variant="primary" icon="plus" onClick={() => setAdding(true)}>
      {t("Add subscriber")}
    </Button>
  );
  const isFiltered = Object.keys(search).length > 0;
  return (
    <>
      <PageHeader
        title={t("Subscribers")}
        tabTitle={page.data ? t("Subscribers – {title}", { title: page.data.title }) : t("Subscribers")}
        lead={
          page.data && (
            <Message
              text="of {page}"
              values={{
                page: (
                  <Link to="/status-pages/$id" params={{ id: pageId }} className="link">
                    {page.data.title}
                  </Link>
                ),
              }}
            />
          )
        }
        actions={
          <>
            <Export pageId={pageId} />
            {add}
          </>
        }
      />
      <div className="grid gap-5">
        <Counts pageId={pageId} />
        <SubscriberFilters search={search} onSearch={show} />
        <ListTable
          caption={t("Subscribers, newest first")}
          columns={SUBSCRIBER_COLUMNS}
          rows={items}
          error={error}
          more={more}
          empty={
            isFiltered
              ? t("No subscriber matches these filters.")
              : {
                  title: t("No subscribers yet"),
                  description: t(
                    "Visitors subscribe on the page. They confirm their address before they get messages.",
                  ),
                  action: add,
                }
          }
        />
      </div>
      {isAdding && <AddSubscriber pageId={pageId} onClose={() => setAdding(false)} />}
    </>
  );
}

function Counts({ pageId }: { pageId: string }) {
  const api = useApi();
  const { data } = useQuery({
    queryKey: keys.detail("status-pages", pageId, "subscribers", "counts"),
    queryFn: ({ signal }) =>
      dataOf(
        api.GET("/api/v1/status-pages/{id}/subscriber-counts", { params: { path: { id: pageId } }, signal }),
      ),
  });
  return (
    <dl className="card grid grid-cols-2 gap-4 px-4 py-3 sm:grid-cols-4">
      {SUBSCRIBER_STATES.map((state) => (
        <div key={state}>
          <dt className="text-soft">{STATE_LABELS[state]}</dt>
          <dd className="text-xl font-semibold">{data ? data[state].toLocaleString(LOCALE) : "–"}</dd>
        </div>
      ))}
    </dl>
  );
}

function Export({ pageId }: { pageId: string }) {
  const { fetch } = useSession();
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const path = `/api/v1/status-pages/${encodeURIComponent(pageId)}/subscribers.csv`;
      return (await send({ key: null, fetch }, { path })).blob();
    },
    onSuccess: (file) => {
      const anchor = document.createElement("a");
      anchor.href = URL.createObjectURL(file);
      anchor.download = "subscribers.csv";
      anchor.click();
      URL.revokeObjectURL(anchor.href);
    },
    onError: toastError,
  });
  return (
    <Button busy={isPending && t("Exporting …")} onClick={() => mutate()}>
      {t("Export CSV")}
    </Button>
  );
}
