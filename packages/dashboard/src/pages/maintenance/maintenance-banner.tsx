import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { MaintenanceWindow } from "@vedette/contract/alerts/maintenance-windows.ts";
import { dataOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { ForRole } from "../../app/for-role.tsx";
import { useApi } from "../../app/session.tsx";
import { Button } from "../../components/button.tsx";
import { toast, toastError } from "../../components/toast.tsx";
import { useNow } from "../../components/use-now.ts";
import { spanText } from "../../format.ts";
import { t } from "../../language/t.ts";
import { useWindows } from "../alerts/use-lists.ts";

/** On every page: which maintenance is on, for how long, and how to end it. */
export function MaintenanceBanner() {
  const active = (useWindows().data ?? []).filter((window) => window.active);
  if (active.length === 0) return null;
  return (
    <section aria-label={t("Active maintenance")} className="mb-5 grid gap-2">
      {active.map((window) => (
        <ActiveWindow key={window.id} window={window} />
      ))}
    </section>
  );
}

function ActiveWindow({ window }: { window: MaintenanceWindow }) {
  const { id, name, ends_at: endsAt } = window;
  const api = useApi();
  const queries = useQueryClient();
  const nowMs = useNow();
  const { mutate, isPending } = useMutation({
    mutationFn: () => dataOf(api.POST("/api/v1/maintenance-windows/{id}/end", { params: { path: { id } } })),
    onSuccess: () => {
      toast(t("{name} ended.", { name }));
      return queries.invalidateQueries({ queryKey: keys.all("maintenance") });
    },
    onError: toastError,
  });
  const leftMs = endsAt === null ? null : Date.parse(endsAt) - nowMs;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-lg bg-maintenance-ground px-3.5 py-2 text-maintenance">
      <p>
        <strong>{effectText(window)}</strong>
        {leftMs !== null && t(", {span} left", { span: spanText(Math.max(0, leftMs)) })} ·{" "}
        <Link to="/alerts/maintenance/$id" params={{ id }} className="underline">
          {name}
        </Link>
      </p>
      <ForRole>
        <Button
          busy={isPending && t("Ending …")}
          aria-label={t("End: {name}", { name })}
          onClick={() => mutate()}
        >
          {t("End")}
        </Button>
      </ForRole>
    </div>
  );
}

/** "Everything is muted" or "3 targets are paused" */
function effectText({ mode, covers_all: coversAll, target_count: count }: MaintenanceWindow): string {
  if (mode === "mute")
    return coversAll
      ? t("Everything is muted")
      : t("{count, plural, one {# target is} other {# targets are}} muted", { count });
  return coversAll
    ? t("Everything is paused")
    : t("{count, plural, one {# target is} other {# targets are}} paused", { count });
}
