import { useQueryClient } from "@tanstack/react-query";
import type { TelemetryExporter } from "@vedette/contract/telemetry/exporters.ts";
import { useState } from "react";
import { fieldErrorOf } from "../../../api/api-error.ts";
import { dataOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { useApi } from "../../../app/session.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { CheckField, Field, SelectField } from "../../../components/forms/field.tsx";
import { SubmitForm } from "../../../components/forms/submit-form.tsx";
import { useSubmission } from "../../../components/forms/use-submission.ts";
import { toast } from "../../../components/toast.tsx";
import { isWithoutSelector } from "../../../features/targets/fields/covers-draft.ts";
import { CoversField } from "../../../features/targets/fields/covers-field.tsx";
import { t } from "../../../language/t.ts";
import { bodyOf, draftOf, type ExporterDraft } from "./exporter-draft.ts";
import { HeadersField } from "./headers-field.tsx";

/** Adds an exporter, or edits the given one. */
export function ExporterDialog({
  exporter,
  onClose,
}: {
  exporter: TelemetryExporter | null;
  onClose(): void;
}) {
  return (
    <Dialog isOpen onClose={onClose} title={exporter ? t("Edit exporter") : t("Add exporter")}>
      <ExporterForm exporter={exporter} onClose={onClose} />
    </Dialog>
  );
}

const SAMPLES = [
  { value: "failures", label: t("Failures only") },
  { value: "all", label: t("All checks") },
] as const;

function ExporterForm({ exporter, onClose }: { exporter: TelemetryExporter | null; onClose(): void }) {
  const api = useApi();
  const queries = useQueryClient();
  const [draft, setDraft] = useState(() => draftOf(exporter));
  const [isMissing, setMissing] = useState(false);
  const change = (part: Partial<ExporterDraft>) => setDraft({ ...draft, ...part });
  const submission = useSubmission(async () => {
    setMissing(isWithoutSelector(draft));
    if (isWithoutSelector(draft)) return false;
    const body = bodyOf(draft);
    await dataOf(
      exporter
        ? api.PUT("/api/v1/telemetry-exporters/{id}", { params: { path: { id: exporter.id } }, body })
        : api.POST("/api/v1/telemetry-exporters", { body }),
    );
    await queries.invalidateQueries({ queryKey: keys.all("telemetry-exporters") });
    toast(exporter ? t("Exporter saved.") : t("Exporter added. It sends within a minute."));
    onClose();
    return true;
  }, draft);
  const { error } = submission;
  const paths = error?.details.map(({ path }) => path) ?? [];
  const shown = paths.filter((path) => /^(headers|selector)\b/.test(path));
  return (
    <SubmitForm
      submission={submission}
      fields={["name", "endpoint", "metrics", ...shown]}
      submit={
        exporter
          ? { label: t("Save"), busy: t("Saving …") }
          : { label: t("Add exporter"), busy: t("Adding …") }
      }
      cancel={onClose}
      isDialog
    >
      <Field
        label={t("Name")}
        autoComplete="off"
        placeholder={t("Collector")}
        value={draft.name}
        onValue={(name) => change({ name })}
        error={fieldErrorOf(error, "name", t("The name"))}
      />
      <Field
        label={t("Endpoint")}
        autoComplete="off"
        inputMode="url"
        placeholder="https://collector.example.com:4318"
        hint={t("OTLP over HTTP. /v1/metrics and /v1/traces are appended.")}
        value={draft.endpoint}
        onValue={(endpoint) => change({ endpoint })}
        error={fieldErrorOf(error, "endpoint", t("The endpoint"))}
      />
      <HeadersField
        stored={exporter?.header_names ?? []}
        headers={draft.headers}
        onHeaders={(headers) => change({ headers })}
        error={fieldErrorOf(
          error,
          paths.find((path) => path.startsWith("headers")) ?? "headers",
          t("A header"),
        )}
      />
      <SignalFields draft={draft} isNoneChosen={paths.includes("metrics")} onChange={change} />
      <CoversField draft={draft} isMissing={isMissing} error={error} onChange={change} />
    </SubmitForm>
  );
}

type PartProps = { draft: ExporterDraft; onChange(part: Partial<ExporterDraft>): void };

function SignalFields({ draft, isNoneChosen, onChange }: PartProps & { isNoneChosen: boolean }) {
  return (
    <>
      <CheckField
        label={t("Metrics")}
        hint={t("Current figures of targets, once a minute.")}
        isChecked={draft.metrics}
        onChecked={(metrics) => onChange({ metrics })}
      />
      <CheckField
        label={t("Traces")}
        hint={t("A span for each check or run, with its phases or steps.")}
        isChecked={draft.traces}
        onChecked={(traces) => onChange({ traces })}
      />
      {isNoneChosen && <p className="text-[0.8125rem] text-down">{t("Choose metrics or traces.")}</p>}
      {draft.traces && (
        <SelectField
          label={t("Traces of")}
          value={draft.sample}
          onValue={(sample) => onChange({ sample })}
          error={null}
          options={SAMPLES}
        />
      )}
    </>
  );
}
