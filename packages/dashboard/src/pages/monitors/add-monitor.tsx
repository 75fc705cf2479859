import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ManualCheck } from "@vedette/contract/check-results.ts";
import { type FormEvent, useState } from "react";
import { type ApiError, asApiError, faultOf } from "../../api/api-error.ts";
import { dataOf } from "../../api/client.ts";
import { useApi } from "../../app/session.tsx";
import { Button, buttonClass } from "../../components/button.tsx";
import { Field } from "../../components/field.tsx";
import { Notice } from "../../components/notice.tsx";
import { addressOf } from "../../format.ts";
import { CheckSummary } from "./check-summary.tsx";

type Progress = "writing" | "saving" | "checking" | Made;

/** The monitor is there. Its first check may have failed to be made, which is no reason to make it again. */
type Made = { name: string; check: ManualCheck | null; message: string };

const BUSY_WORDS = { saving: "Saving …", checking: "Checking …" };

/** Makes a monitor of a URL and shows its first result at once. */
export function AddMonitor() {
  const api = useApi();
  const queries = useQueryClient();
  const [name, setName] = useState("");
  const [url, setUrl] = useState("");
  const [error, setError] = useState<ApiError | null>(null);
  const [progress, setProgress] = useState<Progress>("writing");

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setError(null);
    setProgress("saving");
    try {
      const body = { name, type: "url" as const, url: addressOf(url) };
      const monitor = await dataOf(api.POST("/api/v1/monitors", { body }));
      void queries.invalidateQueries({ queryKey: ["monitors", "list"] });
      setProgress("checking");
      setProgress(await firstCheck(monitor));
    } catch (thrown) {
      setError(asApiError(thrown));
      setProgress("writing");
    }
  }

  async function firstCheck({ id, name: made }: { id: string; name: string }): Promise<Made> {
    try {
      const check = await dataOf(api.POST("/api/v1/monitors/{id}/check", { params: { path: { id } } }));
      return { name: made, check, message: "" };
    } catch (thrown) {
      return { name: made, check: null, message: asApiError(thrown).message };
    }
  }

  function again(): void {
    setName("");
    setUrl("");
    setProgress("writing");
  }

  if (typeof progress === "object") return <FirstResult made={progress} onAgain={again} />;

  const nameFault = faultOf(error, "name", "The name");
  const urlFault = faultOf(error, "url", "The address");
  return (
    <form className="card grid max-w-2xl gap-4 p-6" onSubmit={submit} noValidate>
      {error && !nameFault && !urlFault && <Notice>{error.message}</Notice>}
      <div className="grid gap-4 sm:grid-cols-2">
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
      <div className="flex gap-2">
        <Button type="submit" variant="primary" busy={progress !== "writing" && BUSY_WORDS[progress]}>
          Add and check
        </Button>
        <Link to="/monitors" className={buttonClass()}>
          Cancel
        </Link>
      </div>
    </form>
  );
}

function FirstResult({ made: { name, check, message }, onAgain }: { made: Made; onAgain(): void }) {
  return (
    <section className="card grid max-w-2xl gap-4 p-6" aria-live="polite">
      <h2>{name} is being watched</h2>
      {check ? <CheckSummary check={check} /> : <Notice>{message}</Notice>}
      <div className="flex gap-2">
        <Link to="/monitors" autoFocus className={buttonClass("primary")}>
          Done
        </Link>
        <Button onClick={onAgain}>Add another</Button>
      </div>
    </section>
  );
}
