import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { asApiError } from "../../api/api-error.ts";
import { dataOf } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { useApi } from "../../app/session.tsx";
import { Button } from "../../components/button.tsx";
import { SelectField } from "../../components/forms/field.tsx";
import { Notice } from "../../components/notice.tsx";
import { toast } from "../../components/toast.tsx";
import { TargetChoice } from "../../features/targets/fields/target-choice.tsx";
import { ALL_KINDS, type TargetRef } from "../../features/targets/target-ref.ts";
import { spanText } from "../../format.ts";
import { MODE_OPTIONS } from "./window-labels.ts";

const MINUTES = [15, 30, 60, 120] as const;

/** Starts a maintenance window immediately. */
export function MaintenanceNow() {
  const api = useApi();
  const queries = useQueryClient();
  const [covers, setCovers] = useState<"all" | "some">("all");
  const [targets, setTargets] = useState<TargetRef[]>([]);
  const [mode, setMode] = useState<"mute" | "pause">("mute");
  const idsOf = (kind: TargetRef["type"]) =>
    covers === "all" ? [] : targets.flatMap(({ type, id }) => (type === kind ? [id] : []));
  const { mutate, error, isPending, variables } = useMutation({
    mutationFn: (minutes: number) =>
      dataOf(
        api.POST("/api/v1/maintenance-windows", {
          body: {
            name: `Maintenance (${spanText(minutes * 60_000)})`,
            duration_minutes: minutes,
            mode,
            monitor_ids: idsOf("monitor"),
            api_monitor_ids: idsOf("api_monitor"),
            journey_ids: idsOf("journey"),
          },
        }),
      ),
    onSuccess: (window) => {
      toast(`${window.name} started. End it early when you are done.`);
      return queries.invalidateQueries({ queryKey: keys.all("maintenance") });
    },
  });
  // Without targets the server would cover all targets, which is not what the user selected.
  const isMissing = covers === "some" && targets.length === 0;
  return (
    <section className="card grid gap-4 p-5" aria-labelledby="now">
      <h2 id="now">Start now</h2>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="Applies to"
          error={null}
          value={covers}
          onValue={(value) => setCovers(value)}
          options={[
            { value: "all", label: "All targets" },
            { value: "some", label: "Selected targets" },
          ]}
        />
        <SelectField
          label="During maintenance"
          error={null}
          value={mode}
          onValue={(value) => setMode(value)}
          options={MODE_OPTIONS}
        />
      </div>
      {covers === "some" && (
        <TargetChoice label="Targets" kinds={ALL_KINDS} chosen={targets} onChosen={setTargets} error={null} />
      )}
      <div className="flex flex-wrap items-center gap-2">
        {MINUTES.map((minutes) => (
          <Button
            key={minutes}
            disabled={isMissing}
            busy={isPending && variables === minutes && "Starting …"}
            onClick={() => mutate(minutes)}
          >
            Start for {spanText(minutes * 60_000)}
          </Button>
        ))}
        {isMissing && <span className="text-[0.8125rem] text-soft">Select at least one target first.</span>}
      </div>
      {error && <Notice>{asApiError(error).message}</Notice>}
    </section>
  );
}
