import type { ReactNode } from "react";
import { type ApiError, fieldErrorOf, fieldErrorWithin } from "../../../api/api-error.ts";
import { CheckField, Field, SelectField, TextField } from "../../../components/field.tsx";
import { KeyValueEditor } from "../../../components/key-value-editor.tsx";
import { TagInput } from "../../../components/tag-input.tsx";
import { AssertionEditor } from "../../../features/assertions/assertion-editor.tsx";
import { ParentsField } from "../../../features/targets/parents-field.tsx";
import { BODY_METHODS, METHODS } from "../labels.ts";
import { LocationsField } from "./locations-field.tsx";
import { assertionsOf, type MonitorDraft } from "./monitor-draft.ts";

type AdvancedFieldsProps = {
  draft: MonitorDraft;
  change(part: Partial<MonitorDraft>): void;
  error: ApiError | null;
  id?: string;
};

const METHOD_OPTIONS = METHODS.map((value) => ({ value, label: value }));

/** All fields of a monitor with a default. */
export function AdvancedFields({ draft, change, error, id }: AdvancedFieldsProps) {
  return (
    <div className="mt-4 grid gap-6">
      {draft.type === "url" && <RequestFields draft={draft} change={change} error={error} />}
      <Group title="Assertions">
        <AssertionEditor
          {...(draft.type === "tcp" && { types: ["response_time"] })}
          none={
            draft.type === "url"
              ? "None: any 2xx or 3xx status is up."
              : "None: an accepted connection is up."
          }
          assertions={assertionsOf(draft)}
          onAssertions={(assertions) => change({ assertions })}
          errorAt={(path, label) => fieldErrorOf(error, path, label)}
        />
      </Group>
      <ScheduleFields draft={draft} change={change} error={error} />
      <Group title="Locations and tags">
        <LocationsField
          chosen={draft.locations}
          onChosen={(locations) => change({ locations })}
          error={fieldErrorWithin(error, "locations", "The locations")}
        />
        <TagInput
          label="Tags"
          hint="Press Enter or comma to add."
          tags={draft.tags}
          onTags={(tags) => change({ tags })}
          error={fieldErrorWithin(error, "tags", "A tag")}
        />
        <ParentsField
          noun="monitor"
          parents={draft.parents}
          onParents={(parents) => change({ parents })}
          error={fieldErrorWithin(error, "parents", "A parent")}
          ownId={id}
        />
        <TextField
          label="Description"
          rows={2}
          value={draft.description}
          onValue={(description) => change({ description })}
          error={fieldErrorOf(error, "description", "The description")}
        />
      </Group>
    </div>
  );
}

function RequestFields({ draft, change, error }: AdvancedFieldsProps) {
  return (
    <Group title="Request">
      <div className="sm:max-w-48">
        <SelectField
          label="Method"
          value={draft.method}
          onValue={(method) => change({ method })}
          options={METHOD_OPTIONS}
          error={fieldErrorOf(error, "method", "The method")}
        />
      </div>
      <KeyValueEditor
        noun="Header"
        values={draft.headers}
        onValues={(headers) => change({ headers })}
        error={fieldErrorWithin(error, "headers", "A header")}
      />
      {BODY_METHODS.has(draft.method) && (
        <TextField
          label="Body"
          spellCheck={false}
          value={draft.body}
          onValue={(body) => change({ body })}
          error={fieldErrorOf(error, "body", "The body")}
        />
      )}
      <CheckField
        label="Follow redirects"
        isChecked={draft.followsRedirects}
        onChecked={(followsRedirects) => change({ followsRedirects })}
      />
      <CheckField
        label="Verify certificate"
        hint="If off, expired or mismatched certificates are accepted."
        isChecked={draft.verifiesTls}
        onChecked={(verifiesTls) => change({ verifiesTls })}
      />
    </Group>
  );
}

function ScheduleFields({ draft, change, error }: AdvancedFieldsProps) {
  return (
    <Group title="Schedule">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Interval"
          hint="Seconds between checks, e.g. 60."
          inputMode="decimal"
          value={draft.interval}
          onValue={(interval) => change({ interval })}
          error={fieldErrorOf(error, "interval", "The interval")}
        />
        <Field
          label="Timeout"
          hint="Seconds until an attempt fails."
          inputMode="decimal"
          value={draft.timeout}
          onValue={(timeout) => change({ timeout })}
          error={fieldErrorOf(error, "timeout", "The timeout")}
        />
        <Field
          label="Retries"
          hint="Additional attempts before a check fails."
          inputMode="numeric"
          value={draft.retries}
          onValue={(retries) => change({ retries })}
          error={fieldErrorOf(error, "retries", "The retries")}
        />
        <Field
          label="Degraded after"
          hint="Milliseconds. Leave blank for never."
          inputMode="numeric"
          value={draft.degradedAfterMs}
          onValue={(degradedAfterMs) => change({ degradedAfterMs })}
          error={fieldErrorOf(error, "degraded_after_ms", "The limit")}
        />
      </div>
    </Group>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-4">
      <h2>{title}</h2>
      {children}
    </section>
  );
}
