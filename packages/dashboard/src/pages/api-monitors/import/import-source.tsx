import { useEffect, useRef } from "react";
import { type ApiError, fieldErrorOf } from "../../../api/api-error.ts";
import { Button, IconButton } from "../../../components/button.tsx";
import { Field, SelectField, TextField } from "../../../components/forms/field.tsx";
import { Notice } from "../../../components/notice.tsx";
import { DropArea } from "../../../features/imports/drop-area.tsx";
import { t } from "../../../language/t.ts";
import { FILE_BYTES_MAX, type ImportFormat } from "./use-import.ts";

/** The document: an editable text, or a file that is too large for a text field. */
export type Source = { text: string; file: File | null; format: ImportFormat; name: string };

const FORMATS: readonly { value: ImportFormat; label: string }[] = [
  { value: "guess", label: t("Auto-detect") },
  { value: "curl", label: t("cURL command") },
  { value: "har", label: "HAR" },
  { value: "postman", label: t("Postman collection") },
  { value: "openapi", label: t("OpenAPI or Swagger") },
];

/** A text field with more than this reacts slowly, so a longer text is kept as a file. */
const EDITED_BYTES_MAX = 200_000;

type ImportSourceProps = {
  source: Source;
  onSource(source: Source): void;
  error: ApiError | null;
  busy: string | false;
  onSubmit(): void;
  onCancel(): void;
};

export function ImportSource({ source, onSource, error, busy, onSubmit, onCancel }: ImportSourceProps) {
  const { text, file, format, name } = source;
  const isTooLarge = file !== null && file.size > FILE_BYTES_MAX;
  const fieldError = isTooLarge
    ? t("The file is larger than 50 MiB. Import it in parts.")
    : fieldErrorOf(error, "content", t("The document"));
  const take = async (given: File) => {
    if (given.size > EDITED_BYTES_MAX) onSource({ ...source, file: given, text: "" });
    else onSource({ ...source, file: null, text: await given.text() });
  };
  return (
    <form
      className="grid gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isTooLarge) onSubmit();
      }}
    >
      <DropArea
        hasInput={file === null}
        accept=".json,.har,.yaml,.yml,.txt,.sh,.gz"
        onFiles={([given]) => given && void take(given)}
      >
        {file ? (
          <ChosenFile file={file} error={fieldError} onRemove={() => onSource({ ...source, file: null })} />
        ) : (
          <TextField
            label={t("cURL command, HAR, Postman collection, OpenAPI or Swagger document")}
            rows={9}
            spellCheck={false}
            className="font-mono"
            placeholder="curl https://api.example/health"
            hint={t("Paste text or drop a file of up to 50 MiB. Nothing in it is run or fetched.")}
            error={fieldError}
            value={text}
            onValue={(value) => onSource({ ...source, text: value })}
            onPaste={(event) => {
              const pasted = event.clipboardData.getData("text/plain");
              if (pasted.length <= EDITED_BYTES_MAX) return;
              event.preventDefault();
              onSource({ ...source, file: new File([pasted], t("Pasted text")), text: "" });
            }}
          />
        )}
      </DropArea>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label={t("Format")}
          error={fieldErrorOf(error, "format", t("The format"))}
          value={format}
          options={FORMATS}
          onValue={(value) => onSource({ ...source, format: value })}
        />
        <Field
          label={t("Name")}
          autoComplete="off"
          hint={t("Optional; defaults to the document's title.")}
          error={fieldErrorOf(error, "name", t("The name"))}
          value={name}
          onValue={(value) => onSource({ ...source, name: value })}
        />
      </div>
      {error && !fieldError && <Notice>{error.message}</Notice>}
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel}>{t("Cancel")}</Button>
        <Button type="submit" variant="primary" busy={busy}>
          {t("Preview")}
        </Button>
      </div>
    </form>
  );
}

type ChosenFileProps = { file: File; error: string | null; onRemove(): void };

function ChosenFile({ file, error, onRemove }: ChosenFileProps) {
  const chip = useRef<HTMLDivElement>(null);
  // The file input had the focus and is gone; the chip takes its place.
  useEffect(() => chip.current?.focus(), []);
  return (
    <div ref={chip} tabIndex={-1} className="grid gap-1.5 outline-none">
      <div className="flex items-center justify-between gap-3 rounded-lg border border-line p-3">
        <span className="wrap-anywhere">
          <strong>{file.name}</strong>{" "}
          <span className="text-soft">{`${(file.size / 1_048_576).toFixed(1)} MiB`}</span>
        </span>
        <IconButton label={t("Remove file")} icon="close" onClick={onRemove} />
      </div>
      {error && (
        <p role="alert" className="text-[0.8125rem] text-down">
          {error}
        </p>
      )}
    </div>
  );
}
