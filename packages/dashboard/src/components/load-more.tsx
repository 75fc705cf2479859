import type { MorePages } from "../api/use-pages.ts";
import { t } from "../language/t.ts";
import { Button } from "./button.tsx";

/** Loads the next page of a list that `usePages` reads. */
export function LoadMore({ hasMore, isLoading, load }: MorePages) {
  if (!hasMore) return null;
  return (
    <Button className="justify-self-center" busy={isLoading && t("Loading …")} onClick={load}>
      {t("Load more")}
    </Button>
  );
}
