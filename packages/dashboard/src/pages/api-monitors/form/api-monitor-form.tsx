import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { ApiMonitor } from "@vedette/contract/api-monitors/api-monitors.ts";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { type FindFieldError, fieldErrorWithin } from "../../../api/api-error.ts";
import { dataOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { useApi } from "../../../app/session.tsx";
import { Button } from "../../../components/button.tsx";
import { Field, SelectField } from "../../../components/forms/field.tsx";
import { KeyValueEditor } from "../../../components/forms/key-value-editor.tsx";
import { useSubmission } from "../../../components/forms/use-submission.ts";
import { Notice } from "../../../components/notice.tsx";
import { toast } from "../../../components/toast.tsx";
import { TargetFields } from "../../../features/targets/fields/target-fields.tsx";
import { apiMonitorBody, type Draft } from "./draft.ts";
import { placedError } from "./field-errors.ts";
import { StepListEditor } from "./step-list-editor.tsx";
import { TestRunSummary } from "./test-run-summary.tsx";
import { useTestRun } from "./use-test-run.ts";

type ApiMonitorFormProps = { begin: Draft; id: string | null };

/** Creates an API monitor, or edits an existing one. */
export function ApiMonitorForm({ begin, id }: ApiMonitorFormProps) {
  const [draft, setDraft] = useState(begin);
  const form = useRef<HTMLFormElement>(null);
  const save = useSave(draft, id);
  const saving = useSubmission(save);
  const testing = useTestRun();
  const [asked, setAsked] = useState<"save" | "try">("save");
  const [selectedLocation, setSelectedLocation] = useState<string | null>(null);
  const location = draft.locations.find((one) => one === selectedLocation) ?? draft.locations[0] ?? null;
  // The marked fields belong to the last request.
  const { error } = asked === "save" ? saving : testing;
  const errorAt: FindFieldError = (path, label) => fieldErrorWithin(error, path, label);
  const put = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [error]);

  function submit(event: FormEvent): void {
    setAsked("save");
    saving.onSubmit(event);
  }

  function tryIt(count: number): void {
    setAsked("try");
    testing.begin({ draft, count, location });
  }

  return (
    <form ref={form} className="grid max-w-4xl min-w-0 gap-6" onSubmit={submit} noValidate>
      <div className="card grid gap-4 p-5">
        <Field
          label="Name"
          autoFocus={id === null}
          autoComplete="off"
          placeholder="Sign in and order"
          value={draft.name}
          onValue={(name) => put({ name })}
          error={errorAt("name", "The name")}
        />
        <div className="grid gap-4 sm:grid-cols-3">
          <Field
            label="Interval (seconds)"
            inputMode="decimal"
            value={draft.interval}
            onValue={(interval) => put({ interval })}
            error={errorAt("interval", "The interval")}
          />
          <Field
            label="Run timeout (seconds)"
            inputMode="decimal"
            value={draft.timeout}
            onValue={(timeout) => put({ timeout })}
            error={errorAt("timeout", "The timeout")}
          />
          <Field
            label="Retries"
            inputMode="numeric"
            hint="Additional attempts before a run fails."
            value={draft.max_retries}
            onValue={(max_retries) => put({ max_retries })}
            error={errorAt("max_retries", "The number")}
          />
        </div>
      </div>
      <StepListEditor
        steps={draft.steps}
        onSteps={(steps) => put({ steps })}
        errorAt={errorAt}
        testRun={testing.testRun}
        isTrying={testing.isBusy}
        onTry={tryIt}
      />
      <details
        className="card"
        open={(errorAt("variables", "") ?? errorAt("parents", "")) !== null || undefined}
      >
        <summary className="cursor-pointer px-5 py-3 font-semibold">
          Variables, tags, parents and locations
        </summary>
        <div className="grid gap-5 border-t border-line p-5">
          <KeyValueEditor
            noun="Variable"
            values={draft.variables}
            onValues={(variables) => put({ variables })}
            error={errorAt("variables", "A variable")}
          />
          <TargetFields noun="API monitor" draft={draft} change={put} error={error} ownId={id ?? undefined} />
        </div>
      </details>
      {error && (
        <Notice>
          <p>{error.message}</p>
          <ul className="list-inside list-disc">
            {error.details.map((detail) => (
              <li key={`${detail.path} ${detail.message}`}>{placedError(detail)}</li>
            ))}
          </ul>
        </Notice>
      )}
      {location !== null && draft.locations.length > 1 && (
        <div className="max-w-60">
          <SelectField
            label="Test at"
            value={location}
            options={draft.locations.map((value) => ({ value, label: value }))}
            onValue={setSelectedLocation}
            error={errorAt("location", "The location")}
          />
        </div>
      )}
      <TestRunSummary testRun={testing.testRun} isBusy={testing.isBusy || error !== null} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={saving.isBusy && "Saving …"}>
          {id === null ? "Create and run" : "Save"}
        </Button>
        <Button busy={testing.isBusy && "Testing …"} onClick={() => tryIt(draft.steps.length)}>
          Test
        </Button>
        <Button onClick={() => window.history.back()}>Cancel</Button>
      </div>
    </form>
  );
}

/** A new API monitor runs at once, and the page of that run opens. */
function useSave(draft: Draft, id: string | null): () => Promise<void> {
  const api = useApi();
  const queries = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    const body = apiMonitorBody(draft);
    if (id !== null) {
      const saved = await dataOf(api.PUT("/api/v1/api-monitors/{id}", { params: { path: { id } }, body }));
      queries.setQueryData(keys.detail("api-monitors", id), saved);
      void queries.invalidateQueries({ queryKey: keys.list("api-monitors") });
      toast(`${saved.name} saved.`);
      await navigate({ to: "/api-monitors/$id", params: { id } });
      return;
    }
    const made = await dataOf(api.POST("/api/v1/api-monitors", { body }));
    void queries.invalidateQueries({ queryKey: keys.list("api-monitors") });
    toast(`${made.name} is being monitored.`);
    await firstRun(made);
  };

  async function firstRun({ id: madeId }: ApiMonitor): Promise<void> {
    const params = { path: { id: madeId } };
    try {
      const run = await dataOf(api.POST("/api/v1/api-monitors/{id}/trigger", { params, body: {} }));
      await navigate({ to: "/api-monitors/$id/runs/$runId", params: { id: madeId, runId: run.id } });
    } catch {
      // The API monitor exists and is scheduled, so the page leaves even if its first run could not start.
      await navigate({ to: "/api-monitors/$id", params: { id: madeId } });
    }
  }
}
