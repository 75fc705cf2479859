import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Incident } from "@vedette/contract/incidents/incidents.ts";
import { useState } from "react";
import { dataOf, pageOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { useRole } from "../../app/role.ts";
import { useApi } from "../../app/session.tsx";
import { Button } from "../../components/button.tsx";
import { SelectField } from "../../components/forms/field.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { toast, toastError } from "../../components/toast.tsx";
import { t } from "../../language/t.ts";

const PAGES_MAX = 100;

/** Posts on status pages that were drafted from the incident. */
export function PagePosts({ incident }: { incident: Incident }) {
  const api = useApi();
  const { data: pages = [] } = useQuery({
    queryKey: keys.other("incidents", "status-pages"),
    queryFn: async ({ signal }) => {
      const query = { limit: PAGES_MAX, sort: "name" as const };
      return (await pageOf(api.GET("/api/v1/status-pages", { params: { query }, signal }))).items;
    },
  });
  const mayDraft = useRole().reaches("member") && pages.length > 0;
  if (!mayDraft && incident.page_incidents.length === 0) return null;
  return (
    <section className="card grid gap-4 p-5" aria-labelledby="posts">
      <h2 id="posts">{t("Status page posts")}</h2>
      {incident.page_incidents.length === 0 ? (
        <p className="text-soft">{t("Nothing was posted from this incident.")}</p>
      ) : (
        <ul className="grid gap-2">
          {incident.page_incidents.map((post) => (
            <li key={post.id} className="flex flex-wrap items-center gap-2 wrap-anywhere">
              <span className="font-semibold">{post.title}</span>
              <span className="text-soft">{t("on {page}", { page: post.page_title })}</span>
              {post.published ? (
                <StatusBadge status="up" word={t("Published")} />
              ) : (
                <StatusBadge status="pending" word={t("Draft")} />
              )}
            </li>
          ))}
        </ul>
      )}
      {mayDraft && <DraftPost incident={incident} pages={pages} />}
    </section>
  );
}

type DraftPostProps = { incident: Incident; pages: readonly { id: string; title: string }[] };

function DraftPost({ incident, pages }: DraftPostProps) {
  const api = useApi();
  const queries = useQueryClient();
  const [chosen, setChosen] = useState("");
  const pageId = pages.some(({ id }) => id === chosen) ? chosen : (pages[0]?.id ?? "");
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      dataOf(
        api.POST("/api/v1/incidents/{id}/status-page-draft", {
          params: { path: { id: incident.id } },
          body: { page_id: pageId },
        }),
      ),
    onSuccess() {
      toast(t("Draft created. It is not published until you publish it."));
      void queries.invalidateQueries({ queryKey: keys.detail("incidents", incident.id) });
    },
    onError: toastError,
  });
  return (
    <div className="flex flex-wrap items-end gap-3">
      <SelectField
        label={t("Status page")}
        error={null}
        value={pageId}
        onValue={setChosen}
        options={pages.map(({ id, title }) => ({ value: id, label: title }))}
      />
      <Button busy={isPending && t("Drafting …")} onClick={() => mutate()}>
        {t("Draft post")}
      </Button>
    </div>
  );
}
