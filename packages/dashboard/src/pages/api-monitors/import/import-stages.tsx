import type { ApiMonitorImport } from "@vedette/contract/api-monitors/api-monitor-import.ts";
import { asApiError } from "../../../api/api-error.ts";
import { Button } from "../../../components/button.tsx";
import { CheckField } from "../../../components/forms/field.tsx";
import { Notice } from "../../../components/notice.tsx";
import { t } from "../../../language/t.ts";
import { ImportPreview } from "./import-preview.tsx";
import { OperationChooser } from "./operation-chooser.tsx";

export type Found = ApiMonitorImport;

type ChooserStageProps = {
  found: Found;
  chosen: ReadonlySet<number>;
  chosenMax: number;
  onChosen(chosen: ReadonlySet<number>): void;
  error: Error | null;
  busy: string | false;
  onBack(): void;
  onPreview(): void;
};

/** The second page of the import dialog: which operations of the document to import. */
export function ChooserStage(props: ChooserStageProps) {
  const { found, chosen, chosenMax, error } = props;
  return (
    <>
      <OperationChooser operations={found.operations} chosen={chosen} onChosen={props.onChosen} />
      {chosen.size > chosenMax && (
        <Notice>
          {t("One import takes at most {chosenMax, number} operations. Deselect some.", { chosenMax })}
        </Notice>
      )}
      {error && <Notice>{asApiError(error).message}</Notice>}
      <div className="flex justify-end gap-2">
        <Button onClick={props.onBack}>{t("Back")}</Button>
        <Button
          variant="primary"
          disabled={chosen.size === 0 || chosen.size > chosenMax}
          busy={props.busy}
          onClick={props.onPreview}
        >
          {t("Preview")}
        </Button>
      </div>
    </>
  );
}

type PreviewStageProps = {
  shown: Found;
  isStarted: boolean;
  onStarted(isStarted: boolean): void;
  error: Error | null;
  busy: string | false;
  onBack(): void;
  /** Null if there is nothing to choose from. */
  onChoose: (() => void) | null;
  onCreate(): void;
};

/** The last page of the import dialog: what the import will create. */
export function PreviewStage({ shown, error, onChoose, ...props }: PreviewStageProps) {
  const count = shown.api_monitors.length;
  return (
    <>
      <ImportPreview preview={shown} />
      {shown.writes.length > 0 && (
        <CheckField
          label={t("Enable now, including steps that write")}
          hint={t("If off, API monitors that write are created paused.")}
          isChecked={props.isStarted}
          onChecked={props.onStarted}
        />
      )}
      {error && <Notice>{asApiError(error).message}</Notice>}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={props.onBack}>{t("Back")}</Button>
        {onChoose && <Button onClick={onChoose}>{t("Choose operations")}</Button>}
        <Button variant="primary" disabled={count === 0} busy={props.busy} onClick={props.onCreate}>
          {count === 1 ? t("Create API monitor") : t("Create {count} API monitors", { count })}
        </Button>
      </div>
    </>
  );
}
