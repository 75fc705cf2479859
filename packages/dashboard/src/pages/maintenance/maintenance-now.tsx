import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Selector } from "@vedette/contract/targets/selectors.ts";
import { useState } from "react";
import { asApiError } from "../../api/api-error.ts";
import { dataOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { useApi } from "../../app/session.tsx";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { SelectField } from "../../components/forms/field.tsx";
import { Notice } from "../../components/notice.tsx";
import { toast } from "../../components/toast.tsx";
import { SelectorField } from "../../features/targets/fields/selector-field.tsx";
import { spanText } from "../../format.ts";
import { t } from "../../language/t.ts";
import { isWithoutTarget } from "./window-draft.ts";
import { COVERS_OPTIONS, MODE_OPTIONS } from "./window-labels.ts";

const MINUTES = [15, 30, 60, 120] as const;

/** Starts a maintenance window immediately. Asks first if it covers everything. */
export function MaintenanceNow() {
  const [covers, setCovers] = useState<"all" | "some">("some");
  const [selector, setSelector] = useState<Selector>({});
  const [mode, setMode] = useState<"mute" | "pause">("mute");
  const [askedMinutes, setAskedMinutes] = useState<number | null>(null);
  const start = useStart();
  const isMissing = isWithoutTarget({ covers, selector });
  const windowOf = (minutes: number) => ({ minutes, mode, selector: covers === "all" ? null : selector });
  return (
    <section className="card grid gap-4 p-5" aria-labelledby="now">
      <h2 id="now">{t("Start now")}</h2>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label={t("Applies to")}
          error={null}
          value={covers}
          onValue={setCovers}
          options={COVERS_OPTIONS}
        />
        <SelectField
          label={t("During maintenance")}
          error={null}
          value={mode}
          onValue={setMode}
          options={MODE_OPTIONS}
        />
      </div>
      {covers === "some" && (
        <SelectorField selector={selector} onSelector={setSelector} isRequired error={null} />
      )}
      <div className="flex flex-wrap items-center gap-2">
        {MINUTES.map((minutes) => (
          <Button
            key={minutes}
            disabled={isMissing}
            busy={start.isPending && start.variables.minutes === minutes && t("Starting …")}
            onClick={() => (covers === "all" ? setAskedMinutes(minutes) : start.mutate(windowOf(minutes)))}
          >
            {t("Start for {span}", { span: spanText(minutes * 60_000) })}
          </Button>
        ))}
        <span className="text-[0.8125rem] text-soft">
          {isMissing ? t("Select at least one target first.") : t("Results are excluded from uptime.")}
        </span>
      </div>
      {start.error && <Notice>{asApiError(start.error).message}</Notice>}
      <ConfirmDialog
        isOpen={askedMinutes !== null}
        title={mode === "pause" ? t("Pause all checks?") : t("Mute all alerts?")}
        description={
          mode === "pause"
            ? t("No target of this organization is checked until maintenance ends.")
            : t("No one is notified of any target of this organization until maintenance ends.")
        }
        action={{
          label: t("Start for {span}", { span: spanText((askedMinutes ?? 0) * 60_000) }),
          busy: t("Starting …"),
          run: async () => {
            if (askedMinutes !== null) await start.mutateAsync(windowOf(askedMinutes));
          },
        }}
        onClose={() => setAskedMinutes(null)}
      />
    </section>
  );
}

function useStart() {
  const api = useApi();
  const queries = useQueryClient();
  type Start = { minutes: number; mode: "mute" | "pause"; selector: Selector | null };
  return useMutation({
    mutationFn: ({ minutes, mode, selector }: Start) => {
      const name = t("Maintenance ({span})", { span: spanText(minutes * 60_000) });
      const body = { name, duration_minutes: minutes, mode, selector };
      return dataOf(api.POST("/api/v1/maintenance-windows", { body }));
    },
    onSuccess: (window) => {
      toast(t("{name} started. End it early when you are done.", { name: window.name }));
      return queries.invalidateQueries({ queryKey: keys.all("maintenance") });
    },
  });
}
