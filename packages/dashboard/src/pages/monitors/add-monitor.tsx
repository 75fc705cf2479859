import type { ManualCheck } from "@vedette/contract/check-results.ts";
import { type FormEvent, useState } from "react";
import { type ApiError, asApiError, faultOf } from "../../api/api-error.ts";
import { Field } from "../../components/field.tsx";
import { addressOf } from "../../format.ts";
import { CheckSummary } from "./check-summary.tsx";
import type { MonitorStore } from "./monitor-store.ts";

type AddMonitorProps = Pick<MonitorStore, "create" | "check"> & {
  /** There is no monitor yet: this is the whole page. */
  isFirst: boolean;
  onBegin(): void;
  onDone(): void;
};

type Progress = "writing" | "saving" | "checking" | { name: string; check: ManualCheck };

/** Makes a monitor of a URL and shows its first result at once. */
export function AddMonitor({ isFirst, create, check, onBegin, onDone }: AddMonitorProps) {
  const [name, setName] = useState("");
  const [url, setUrl] = useState("");
  const [error, setError] = useState<ApiError | null>(null);
  const [progress, setProgress] = useState<Progress>("writing");

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setError(null);
    setProgress("saving");
    try {
      const monitor = await create({ name, url: addressOf(url) });
      // From here on the list is not empty, and it is this panel's own doing that it stays.
      onBegin();
      setProgress("checking");
      setProgress({ name: monitor.name, check: await check(monitor.id) });
    } catch (thrown) {
      setError(asApiError(thrown));
      setProgress("writing");
    }
  }

  function again(): void {
    setName("");
    setUrl("");
    setProgress("writing");
  }

  if (typeof progress === "object") {
    return (
      <section className="card add" aria-live="polite">
        <h2>{progress.name} is being watched</h2>
        <p className="soft">Its first result:</p>
        <CheckSummary check={progress.check} />
        <div className="actions">
          <button type="button" className="primary" onClick={onDone}>
            Done
          </button>
          <button type="button" onClick={again}>
            Add another
          </button>
        </div>
      </section>
    );
  }

  const nameFault = faultOf(error, "name", "The name");
  const urlFault = faultOf(error, "url", "The address");
  const isBusy = progress !== "writing";
  return (
    <form className="card add" onSubmit={submit} noValidate>
      <h2>{isFirst ? "Watch your first website" : "Add a monitor"}</h2>
      <p className="soft">It is checked every 60 seconds, and right now for the first time.</p>
      {error && !nameFault && !urlFault && <p className="notice" role="alert">{error.message}</p>}
      <div className="fields">
        <Field label="Name" autoComplete="off" placeholder="Shop" value={name} onValue={setName} fault={nameFault} />
        <Field
          label="URL"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder="https://shop.example/health"
          value={url}
          onValue={setUrl}
          fault={urlFault}
        />
      </div>
      <div className="actions">
        <button type="submit" className="primary" disabled={isBusy}>
          {progress === "checking" ? "Checking …" : progress === "saving" ? "Saving …" : "Add and check"}
        </button>
        {!isFirst && (
          <button type="button" onClick={onDone} disabled={isBusy}>
            Cancel
          </button>
        )}
      </div>
    </form>
  );
}
