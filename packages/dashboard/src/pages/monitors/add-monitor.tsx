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

type Progress = "writing" | "saving" | "checking" | Made;

/** The monitor is there. Its first check may have failed to be made, which is no reason to make it again. */
type Made = { name: string; check: ManualCheck | null; message: string };

const SUBMIT_WORDS = { writing: "Add and check", saving: "Saving …", checking: "Checking …" };

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
    // Before the list has its first row: an empty list is what showed this panel until now.
    onBegin();
    try {
      const monitor = await create({ name, url: addressOf(url) });
      setProgress("checking");
      setProgress(await firstCheck(monitor));
    } catch (thrown) {
      setError(asApiError(thrown));
      setProgress("writing");
    }
  }

  async function firstCheck({ id, name: made }: { id: string; name: string }): Promise<Made> {
    try {
      return { name: made, check: await check(id), message: "" };
    } catch (thrown) {
      return { name: made, check: null, message: asApiError(thrown).message };
    }
  }

  function again(): void {
    setName("");
    setUrl("");
    setProgress("writing");
  }

  if (typeof progress === "object") return <FirstResult made={progress} onDone={onDone} onAgain={again} />;

  const nameFault = faultOf(error, "name", "The name");
  const urlFault = faultOf(error, "url", "The address");
  const isBusy = progress !== "writing";
  return (
    <form className="card add" onSubmit={submit} noValidate>
      <h2>{isFirst ? "Watch your first website" : "Add a monitor"}</h2>
      <p className="soft">It is checked every 60 seconds, and right now for the first time.</p>
      {error && !nameFault && !urlFault && (
        <p className="notice" role="alert">
          {error.message}
        </p>
      )}
      <div className="fields">
        <Field
          label="Name"
          autoFocus
          autoComplete="off"
          placeholder="Shop"
          value={name}
          onValue={setName}
          fault={nameFault}
        />
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
          {SUBMIT_WORDS[progress]}
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

function FirstResult({
  made: { name, check, message },
  onDone,
  onAgain,
}: {
  made: Made;
  onDone(): void;
  onAgain(): void;
}) {
  return (
    <section className="card add" aria-live="polite">
      <h2>{name} is being watched</h2>
      {check ? <CheckSummary check={check} /> : <p className="notice">{message}</p>}
      <div className="actions">
        {/* biome-ignore lint/a11y/noAutofocus: the button that had the focus has gone with the form. */}
        <button type="button" className="primary" autoFocus onClick={onDone}>
          Done
        </button>
        <button type="button" onClick={onAgain}>
          Add another
        </button>
      </div>
    </section>
  );
}
