import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ManualCheck } from "@vedette/contract/checks/check-results.ts";
import { lazy, type ReactNode, Suspense, useEffect, useId, useRef, useState } from "react";
import { asApiError } from "../../../api/api-error.ts";
import { dataOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { useApi } from "../../../app/session.tsx";
import { Button, buttonClass } from "../../../components/button.tsx";
import { Notice } from "../../../components/notice.tsx";
import { CheckOutcomes } from "../../../features/checks/check-outcome.tsx";
import { t } from "../../../language/t.ts";
import { EMPTY_DRAFT, type MonitorDraft, monitorBody } from "./monitor-draft.ts";
import { MonitorForm } from "./monitor-form.tsx";
import { plainHttpDraft } from "./plain-http.ts";
import { PlainHttpOffer } from "./plain-http-offer.tsx";

/** Imported lazily: the form is on the first page of a new installation. */
const FirstNotifications = lazy(async () => ({
  default: (await import("../../get-started/first-notifications.tsx")).FirstNotifications,
}));

/** The monitor exists. If its first check could not run, it must not be created again. */
type Made = { id: string; draft: MonitorDraft; check: ManualCheck | null; message: string };

type AddMonitorProps = {
  draft?: MonitorDraft;
  cancel?: ReactNode;
  /** The monitor was created, and its first result is shown. */
  onMade?(): void;
};

/** Creates a monitor and shows its first result at once. */
export function AddMonitor({ draft: beginning = EMPTY_DRAFT, cancel, onMade }: AddMonitorProps) {
  const api = useApi();
  const queries = useQueryClient();
  const [made, setMade] = useState<Made | null>(null);
  const [busyWords, setBusyWords] = useState(t("Saving …"));

  async function save(draft: MonitorDraft): Promise<void> {
    setBusyWords(t("Saving …"));
    const monitor = await dataOf(api.POST("/api/v1/monitors", { body: monitorBody(draft) }));
    void queries.invalidateQueries({ queryKey: keys.list("monitors") });
    setBusyWords(t("Checking …"));
    setMade({ id: monitor.id, draft, ...(await firstCheck(monitor.id)) });
    onMade?.();
  }

  /** Changes the new monitor and checks it again. */
  async function change(id: string, draft: MonitorDraft): Promise<void> {
    await dataOf(api.PUT("/api/v1/monitors/{id}", { params: { path: { id } }, body: monitorBody(draft) }));
    void queries.invalidateQueries({ queryKey: keys.all("monitors") });
    setMade({ id, draft, ...(await firstCheck(id)) });
  }

  async function firstCheck(id: string): Promise<Pick<Made, "check" | "message">> {
    try {
      const check = await dataOf(api.POST("/api/v1/monitors/{id}/check", { params: { path: { id } } }));
      return { check, message: "" };
    } catch (thrown) {
      return { check: null, message: asApiError(thrown).message };
    }
  }

  if (made) {
    return (
      <div className="grid gap-5">
        <FirstResult made={made} onAgain={() => setMade(null)} onChange={(draft) => change(made.id, draft)} />
        <Suspense>
          <FirstNotifications />
        </Suspense>
      </div>
    );
  }
  return (
    <MonitorForm
      draft={beginning}
      action={t("Add and check")}
      busyWords={busyWords}
      cancel={cancel}
      onSave={save}
    />
  );
}

type FirstResultProps = { made: Made; onAgain(): void; onChange(draft: MonitorDraft): Promise<void> };

function FirstResult({ made: { id, draft, check, message }, onAgain, onChange }: FirstResultProps) {
  const resultId = useId();
  const done = useRef<HTMLAnchorElement>(null);
  // The form had the focus and is gone. Screen readers do not announce a live region that appears with its content, but
  // they read the description of what gets the focus. React ignores `autoFocus` on links.
  useEffect(() => done.current?.focus(), []);
  const plain = plainHttpDraft(draft, check?.results ?? []);
  const { mutate, isPending, error } = useMutation({ mutationFn: onChange });
  return (
    <section className="card grid max-w-3xl gap-4 p-6" aria-live="polite">
      <h2>{t("{name} is being monitored", { name: draft.name })}</h2>
      <div id={resultId}>{check ? <CheckOutcomes checks={check.results} /> : <Notice>{message}</Notice>}</div>
      {plain && <PlainHttpOffer isBusy={isPending} onTry={() => mutate(plain)} />}
      {error && <Notice>{asApiError(error).message}</Notice>}
      <div className="flex flex-wrap gap-2">
        <Link to="/monitors" ref={done} aria-describedby={resultId} className={buttonClass()}>
          {t("Done")}
        </Link>
        <Link to="/monitors/$id" params={{ id }} className={buttonClass()}>
          {t("Open monitor")}
        </Link>
        <Button onClick={onAgain}>{t("Add another")}</Button>
      </div>
    </section>
  );
}
