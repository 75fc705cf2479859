import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { fieldErrorOf } from "../../../api/api-error.ts";
import { dataOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { useApi } from "../../../app/session.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { CheckField, Field, SelectField } from "../../../components/forms/field.tsx";
import { KeyValueEditor } from "../../../components/forms/key-value-editor.tsx";
import { SubmitForm } from "../../../components/forms/submit-form.tsx";
import { TagInput } from "../../../components/forms/tag-input.tsx";
import { useSubmission } from "../../../components/forms/use-submission.ts";
import { toast } from "../../../components/toast.tsx";

export function NewExporter({ onClose }: { onClose(): void }) {
  return (
    <Dialog isOpen onClose={onClose} title="Add exporter">
      <ExporterForm onClose={onClose} />
    </Dialog>
  );
}

const SAMPLES = [
  { value: "failures", label: "Failures only" },
  { value: "all", label: "All checks" },
] as const;

function ExporterForm({ onClose }: { onClose(): void }) {
  const api = useApi();
  const queries = useQueryClient();
  const [draft, setDraft] = useState({
    ...{ name: "", endpoint: "", headers: {} as Record<string, string>, metrics: true, traces: true },
    ...{ sample: "failures" as "failures" | "all", tags: [] as readonly string[] },
  });
  const change = (part: Partial<typeof draft>) => setDraft({ ...draft, ...part });
  const submission = useSubmission(async () => {
    const { tags, ...fields } = draft;
    const selector = tags.length === 0 ? null : { tags: { any: [...tags] } };
    await dataOf(api.POST("/api/v1/telemetry-exporters", { body: { ...fields, selector } }));
    await queries.invalidateQueries({ queryKey: keys.all("telemetry-exporters") });
    toast("Exporter added. It sends within a minute.");
    onClose();
  }, draft);
  const { error } = submission;
  const paths = error?.details.map(({ path }) => path) ?? [];
  const pathOf = (field: string) =>
    paths.find((path) => path === field || path.startsWith(`${field}.`)) ?? field;
  return (
    <SubmitForm
      submission={submission}
      fields={["name", "endpoint", "metrics", pathOf("headers"), pathOf("selector")]}
      submit={{ label: "Add exporter", busy: "Adding …" }}
      cancel={onClose}
      isDialog
    >
      <Field
        label="Name"
        autoComplete="off"
        placeholder="Collector"
        value={draft.name}
        onValue={(name) => change({ name })}
        error={fieldErrorOf(error, "name", "The name")}
      />
      <Field
        label="Endpoint"
        autoComplete="off"
        inputMode="url"
        placeholder="https://collector.example.com:4318"
        hint="OTLP over HTTP. /v1/metrics and /v1/traces are appended."
        value={draft.endpoint}
        onValue={(endpoint) => change({ endpoint })}
        error={fieldErrorOf(error, "endpoint", "The endpoint")}
      />
      <KeyValueEditor
        noun="Header"
        values={draft.headers}
        onValues={(headers) => change({ headers })}
        error={fieldErrorOf(error, pathOf("headers"), "A header")}
      />
      <CheckField
        label="Metrics"
        hint="Current figures of targets, once a minute."
        isChecked={draft.metrics}
        onChecked={(metrics) => change({ metrics })}
      />
      <CheckField
        label="Traces"
        hint="A span for each check or run, with its phases or steps."
        isChecked={draft.traces}
        onChecked={(traces) => change({ traces })}
      />
      {error && paths.includes("metrics") && (
        <p className="text-[0.8125rem] text-down">Choose metrics or traces.</p>
      )}
      {draft.traces && (
        <SelectField
          label="Traces of"
          value={draft.sample}
          onValue={(sample) => change({ sample })}
          error={null}
          options={SAMPLES}
        />
      )}
      <TagInput
        label="Only targets with a tag"
        hint="Leave blank for all targets."
        tags={draft.tags}
        onTags={(tags) => change({ tags })}
        error={fieldErrorOf(error, pathOf("selector"), "The selector")}
      />
    </SubmitForm>
  );
}
