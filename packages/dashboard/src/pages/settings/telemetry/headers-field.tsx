import { Button } from "../../../components/button.tsx";
import { KeyValueEditor } from "../../../components/forms/key-value-editor.tsx";
import { t } from "../../../language/t.ts";

type HeadersFieldProps = {
  /** Names of the stored headers. */
  stored: readonly string[];
  /** Null keeps the stored headers. */
  headers: Record<string, string> | null;
  onHeaders(headers: Record<string, string> | null): void;
  error: string | null;
};

/** Headers with credentials. Their values are stored encrypted and never shown, so they are replaced all at once. */
export function HeadersField({ stored, headers, onHeaders, error }: HeadersFieldProps) {
  if (headers === null) {
    return (
      <div className="grid gap-1.5">
        <span className="font-semibold">{t("Headers")}</span>
        <span className="wrap-anywhere text-soft">
          {t("{names} (values are not shown)", { names: stored.join(", ") })}
        </span>
        <Button className="justify-self-start" onClick={() => onHeaders({})}>
          {t("Replace headers")}
        </Button>
      </div>
    );
  }
  return (
    <div className="grid gap-2">
      <KeyValueEditor noun={t("Header")} values={headers} onValues={onHeaders} error={error} />
      {stored.length > 0 && (
        <p className="text-[0.8125rem] text-soft">
          {t("Saving replaces {names}.", { names: stored.join(", ") })}{" "}
          <button type="button" className="text-accent underline" onClick={() => onHeaders(null)}>
            {t("Keep stored headers")}
          </button>
        </p>
      )}
    </div>
  );
}
