import { useQueryClient } from "@tanstack/react-query";
import type { AuditStream } from "@vedette/contract/people/audit-streams.ts";
import { useState } from "react";
import { type ApiError, fieldErrorOf } from "../../../api/api-error.ts";
import { dataOf } from "../../../api/client.ts";
import { keys } from "../../../api/keys.ts";
import { useApi } from "../../../app/session.tsx";
import { Field, SelectField } from "../../../components/forms/field.tsx";
import { SubmitForm } from "../../../components/forms/submit-form.tsx";
import { useSubmission } from "../../../components/forms/use-submission.ts";
import { changeOf, creationOf, type StreamDraft, streamDraftOf } from "./stream-draft.ts";
import { SyslogFields } from "./syslog-fields.tsx";

const TYPES = [
  { value: "syslog", label: "Syslog over TLS" },
  { value: "webhook", label: "Signed webhook" },
] as const;
const STARTS = [
  { value: "now", label: "From now on" },
  { value: "oldest", label: "All entries of the audit log" },
] as const;

type StreamFormProps = {
  stream: AuditStream | null;
  onSaved(stream: AuditStream): void;
  onClose(): void;
};

/** Adds a stream, or edits the given one. */
export function StreamForm({ stream, onSaved, onClose }: StreamFormProps) {
  const api = useApi();
  const queries = useQueryClient();
  const [draft, setDraft] = useState(() => streamDraftOf(stream));
  const change = (part: Partial<StreamDraft>) => setDraft({ ...draft, ...part });
  const submission = useSubmission(async () => {
    const saved = await dataOf(
      stream
        ? api.PUT("/api/v1/audit-streams/{id}", {
            params: { path: { id: stream.id } },
            body: changeOf(draft),
          })
        : api.POST("/api/v1/audit-streams", { body: creationOf(draft) }),
    );
    await queries.invalidateQueries({ queryKey: keys.all("audit-streams") });
    onSaved(saved);
  }, draft);
  const { error } = submission;
  const paths = error?.details.map(({ path }) => path) ?? [];
  return (
    <SubmitForm
      submission={submission}
      fields={["name", ...paths.filter((path) => path.startsWith("config."))]}
      submit={stream ? { label: "Save", busy: "Saving …" } : { label: "Add stream", busy: "Adding …" }}
      cancel={onClose}
      isDialog
    >
      <Field
        label="Name"
        autoComplete="off"
        placeholder="SIEM"
        value={draft.name}
        onValue={(name) => change({ name })}
        error={fieldErrorOf(error, "name", "The name")}
      />
      {stream === null && (
        <SelectField
          label="Type"
          value={draft.type}
          onValue={(type) => change({ type })}
          error={null}
          options={TYPES}
        />
      )}
      {draft.type === "syslog" ? (
        <SyslogFields draft={draft} error={error} onChange={change} />
      ) : (
        <UrlField draft={draft} error={error} onChange={change} />
      )}
      {stream === null && (
        <SelectField
          label="Entries"
          value={draft.start}
          onValue={(start) => change({ start })}
          error={null}
          options={STARTS}
        />
      )}
    </SubmitForm>
  );
}

type PartProps = { draft: StreamDraft; error: ApiError | null; onChange(part: Partial<StreamDraft>): void };

function UrlField({ draft, error, onChange }: PartProps) {
  return (
    <Field
      label="URL"
      autoComplete="off"
      inputMode="url"
      placeholder="https://siem.example.com/vedette"
      hint="Gets up to 100 entries in a POST request, signed as Standard Webhooks."
      value={draft.url}
      onValue={(url) => onChange({ url })}
      error={fieldErrorOf(error, "config.url", "URL")}
    />
  );
}
