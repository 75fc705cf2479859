import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ManualCheck } from "@vedette/contract/checks/check-results.ts";
import { type ReactNode, useState } from "react";
import { asApiError } from "../../../api/api-error.ts";
import { dataOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { useApi } from "../../../app/session.tsx";
import { Button, buttonClass } from "../../../components/button.tsx";
import { Notice } from "../../../components/notice.tsx";
import { CheckOutcomes } from "../../../features/checks/check-outcome.tsx";
import { EMPTY_DRAFT, type MonitorDraft, monitorBody } from "./monitor-draft.ts";
import { MonitorForm } from "./monitor-form.tsx";

/** The monitor exists. If its first check could not run, it must not be created again. */
type Made = { id: string; name: string; check: ManualCheck | null; message: string };

/** Creates a monitor and shows its first result at once. */
export function AddMonitor({ cancel }: { cancel?: ReactNode }) {
  const api = useApi();
  const queries = useQueryClient();
  const [made, setMade] = useState<Made | null>(null);
  const [busyWords, setBusyWords] = useState("Saving …");

  async function save(draft: MonitorDraft): Promise<void> {
    setBusyWords("Saving …");
    const monitor = await dataOf(api.POST("/api/v1/monitors", { body: monitorBody(draft) }));
    void queries.invalidateQueries({ queryKey: keys.list("monitors") });
    setBusyWords("Checking …");
    setMade({ id: monitor.id, name: monitor.name, ...(await firstCheck(monitor.id)) });
  }

  async function firstCheck(id: string): Promise<Pick<Made, "check" | "message">> {
    try {
      const check = await dataOf(api.POST("/api/v1/monitors/{id}/check", { params: { path: { id } } }));
      return { check, message: "" };
    } catch (thrown) {
      return { check: null, message: asApiError(thrown).message };
    }
  }

  if (made) return <FirstResult made={made} onAgain={() => setMade(null)} />;
  return (
    <MonitorForm
      draft={EMPTY_DRAFT}
      action="Add and check"
      busyWords={busyWords}
      cancel={cancel}
      onSave={save}
    />
  );
}

function FirstResult({ made: { id, name, check, message }, onAgain }: { made: Made; onAgain(): void }) {
  return (
    <section className="card grid max-w-3xl gap-4 p-6" aria-live="polite">
      <h2>{name} is being monitored</h2>
      {check ? <CheckOutcomes checks={check.results} /> : <Notice>{message}</Notice>}
      <div className="flex flex-wrap gap-2">
        <Link to="/monitors" autoFocus className={buttonClass("primary")}>
          Done
        </Link>
        <Link to="/monitors/$id" params={{ id }} className={buttonClass()}>
          Open monitor
        </Link>
        <Button onClick={onAgain}>Add another</Button>
      </div>
    </section>
  );
}
