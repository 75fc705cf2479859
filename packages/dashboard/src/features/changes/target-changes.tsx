import { pageOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { usePages } from "../../api/use-pages.ts";
import { useApi } from "../../app/session.tsx";
import { LoadMore } from "../../components/load-more.tsx";
import { LoadState } from "../../components/load-state.tsx";
import { t } from "../../language/t.ts";
import { ChangeList } from "./change-list.tsx";

const PAGE = 10;

/** What changed at one target, newest first. */
export function TargetChanges({ targetId: id }: { targetId: string }) {
  const api = useApi();
  const { items, error, more } = usePages({
    queryKey: keys.detail("changes", id, "list"),
    read: ({ cursor, signal }) =>
      pageOf(
        api.GET("/api/v1/targets/{id}/changes", {
          params: { path: { id }, query: { limit: PAGE, ...(cursor && { cursor }) } },
          signal,
        }),
      ),
  });
  return (
    <section className="grid gap-3" aria-labelledby="changes-title">
      <h2 id="changes-title">{t("What changed")}</h2>
      <LoadState data={items} error={error} lines={2} />
      {items?.length === 0 && <p className="text-soft">{t("No changes yet.")}</p>}
      {items && items.length > 0 && <ChangeList label={t("Changes, newest first")} changes={items} />}
      <LoadMore {...more} />
    </section>
  );
}
