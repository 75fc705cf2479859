import { type ApiError, fieldErrorOf } from "../../../api/api-error.ts";
import { Field, SelectField, TextField } from "../../../components/forms/field.tsx";
import { t } from "../../../language/t.ts";
import type { StreamDraft } from "./stream-draft.ts";

const FORMATS = [
  { value: "structured", label: t("Structured data") },
  { value: "json", label: "JSON" },
] as const;

type SyslogFieldsProps = {
  draft: StreamDraft;
  error: ApiError | null;
  onChange(part: Partial<StreamDraft>): void;
};

export function SyslogFields({ draft, error, onChange }: SyslogFieldsProps) {
  return (
    <>
      <Field
        label={t("Host")}
        autoComplete="off"
        placeholder="siem.example.com"
        value={draft.host}
        onValue={(host) => onChange({ host })}
        error={fieldErrorOf(error, "config.host", t("The host"))}
      />
      <Field
        label={t("Port")}
        autoComplete="off"
        inputMode="numeric"
        value={draft.port}
        onValue={(port) => onChange({ port })}
        error={fieldErrorOf(error, "config.port", t("The port"))}
      />
      <SelectField
        label={t("Format")}
        value={draft.format}
        onValue={(format) => onChange({ format })}
        error={null}
        options={FORMATS}
      />
      <TextField
        label={t("CA certificate (optional)")}
        rows={3}
        spellCheck={false}
        hint={t("PEM. For a receiver whose certificate is not from a public authority.")}
        value={draft.caCertificate}
        onValue={(caCertificate) => onChange({ caCertificate })}
        error={fieldErrorOf(error, "config.ca_certificate", t("The CA certificate"))}
      />
      <TextField
        label={t("Client certificate (optional)")}
        rows={3}
        spellCheck={false}
        hint={t("PEM. For a receiver that asks for one.")}
        value={draft.clientCertificate}
        onValue={(clientCertificate) => onChange({ clientCertificate })}
        error={fieldErrorOf(error, "config.client_certificate", t("The client certificate"))}
      />
      {draft.clientCertificate.trim() !== "" && (
        <TextField
          label={t("Private key of the client certificate")}
          rows={3}
          spellCheck={false}
          hint={t("PEM. Stored encrypted and never shown. Empty: unchanged.")}
          value={draft.clientKey}
          onValue={(clientKey) => onChange({ clientKey })}
          error={fieldErrorOf(error, "config.client_key", t("The private key"))}
        />
      )}
    </>
  );
}
