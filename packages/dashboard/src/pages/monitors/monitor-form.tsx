import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { type ApiError, faultOf } from "../../api/api-error.ts";
import { Button, buttonClass } from "../../components/button.tsx";
import { Field, SelectField } from "../../components/field.tsx";
import { Notice } from "../../components/notice.tsx";
import { useSubmission } from "../../components/use-submission.ts";
import { AdvancedFields } from "./advanced-fields.tsx";
import type { MonitorDraft } from "./monitor-draft.ts";
import type { MonitorType } from "./words.ts";

type MonitorFormProps = {
  draft: MonitorDraft;
  /** Of the monitor itself, which cannot be its own parent. */
  id?: string;
  action: string;
  /** What is said while it is sent. */
  busyWords: string;
  cancel?: ReactNode;
  onSave(draft: MonitorDraft): Promise<void>;
};

const TYPES: readonly { value: MonitorType; label: string }[] = [
  { value: "url", label: "Website or HTTP endpoint" },
  { value: "tcp", label: "TCP port" },
];

/** Asked at once; everything else has a default and is behind "Advanced". */
const ALWAYS_SHOWN = new Set(["name", "type", "url", "host", "port"]);

/** What is typed stays when the server refuses it, with the field marked. */
export function MonitorForm({ draft: given, id, action, busyWords, cancel, onSave }: MonitorFormProps) {
  const [draft, setDraft] = useState(given);
  const [isOpen, setOpen] = useState(false);
  const { isBusy, error, onSubmit } = useSubmission(() => onSave(draft));
  const change = (part: Partial<MonitorDraft>) => setDraft((before) => ({ ...before, ...part }));
  const hasHiddenFault = (error?.details ?? []).some(({ path }) => !ALWAYS_SHOWN.has(path));

  return (
    <form className="card grid max-w-3xl gap-5 p-5 sm:p-6" onSubmit={onSubmit} noValidate>
      {error && error.details.length === 0 && <Notice>{error.message}</Notice>}
      <FirstFields draft={draft} change={change} error={error} />
      <details
        className="group border-t border-line pt-4"
        open={isOpen || hasHiddenFault}
        onToggle={(event) => setOpen(event.currentTarget.open)}
      >
        <summary className="cursor-pointer font-semibold">
          <span>Advanced</span>
          <span className="block text-[0.8125rem] font-normal text-soft">
            Method, headers, assertions, interval, locations, tags …
          </span>
        </summary>
        {(isOpen || hasHiddenFault) && (
          <AdvancedFields draft={draft} change={change} error={error} {...(id && { id })} />
        )}
      </details>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={isBusy && busyWords}>
          {action}
        </Button>
        {cancel ?? (
          <Link to="/monitors" className={buttonClass()}>
            Cancel
          </Link>
        )}
      </div>
    </form>
  );
}

type FieldsProps = {
  draft: MonitorDraft;
  change(part: Partial<MonitorDraft>): void;
  error: ApiError | null;
};

function FirstFields({ draft, change, error }: FieldsProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field
        label="Name"
        autoFocus
        autoComplete="off"
        placeholder="Shop"
        value={draft.name}
        onValue={(name) => change({ name })}
        fault={faultOf(error, "name", "The name")}
      />
      <SelectField
        label="What to check"
        value={draft.type}
        onValue={(type) => change({ type })}
        options={TYPES}
        fault={faultOf(error, "type", "The type")}
      />
      {draft.type === "url" ? (
        <div className="sm:col-span-2">
          <Field
            label="URL"
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            placeholder="https://shop.example/health"
            value={draft.url}
            onValue={(url) => change({ url })}
            fault={faultOf(error, "url", "The address")}
          />
        </div>
      ) : (
        <>
          <Field
            label="Host"
            autoComplete="off"
            spellCheck={false}
            placeholder="mail.example"
            value={draft.host}
            onValue={(host) => change({ host })}
            fault={faultOf(error, "host", "The host")}
          />
          <Field
            label="Port"
            inputMode="numeric"
            autoComplete="off"
            placeholder="25"
            value={draft.port}
            onValue={(port) => change({ port })}
            fault={faultOf(error, "port", "The port")}
          />
        </>
      )}
    </div>
  );
}
