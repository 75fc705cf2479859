import type { ConvertedScript } from "@vedette/contract/recorded-script/recorded-script.ts";
import { useMemo, useState } from "react";
import { Button } from "../../../components/button.tsx";
import { CodeBlock } from "../../../components/code/code-block.tsx";
import { CodeEditor } from "../../../components/code/code-editor.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { UnsavedGuard } from "../../../components/forms/unsaved-guard.tsx";
import { Notice } from "../../../components/notice.tsx";
import { t } from "../../../language/t.ts";
import { type StepDraft, stepDraft } from "./step-drafts.ts";

type RecordingDialogProps = {
  isOpen: boolean;
  onClose(): void;
  onSteps(drafts: StepDraft[]): void;
  /** Uses the recording unchanged. */
  onScript(script: string): void;
};

/** Shows how to record, and converts a recorded script to steps; lists what cannot be converted. */
export function RecordingDialog({ isOpen, onClose, ...taking }: RecordingDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t("Record in your own browser")} isWide>
      <Recording {...taking} onClose={onClose} />
    </Dialog>
  );
}

function Recording({ onClose, onSteps, onScript }: Omit<RecordingDialogProps, "isOpen">) {
  const [script, setScript] = useState("");
  const [converted, setConverted] = useState<ConvertedScript | null>(null);
  const [isBusy, setBusy] = useState(false);

  const faultyLines = useMemo(() => converted?.not_converted.map(({ line }) => line) ?? [], [converted]);

  async function convert(): Promise<void> {
    setBusy(true);
    const { convertRecordedScript } = await import("./convert-recording.ts");
    setConverted(convertRecordedScript(script));
    setBusy(false);
  }

  function take(): void {
    onSteps((converted?.steps ?? []).map((step) => stepDraft(step)));
    onClose();
  }

  const steps = converted?.steps.length ?? 0;
  return (
    <div className="grid gap-4">
      <UnsavedGuard isUnsaved={script !== ""} />
      <p>
        {t(
          "This command opens a browser on your machine, records your actions, and stores them as a journey:",
        )}
      </p>
      <CodeBlock label={t("In a terminal")} text="vdt record https://shop.example --steps" />
      <p>{t("Or paste a recording of Playwright's recorder to convert it to steps.")}</p>
      <CodeEditor
        label={t("Recorded script")}
        error={null}
        errorLines={faultyLines}
        isShort
        code={script}
        onCode={(text) => {
          setScript(text);
          setConverted(null);
        }}
      />
      {converted && <Outcome converted={converted} />}
      <div className="flex flex-wrap justify-end gap-2">
        {converted && (
          <Button
            onClick={() => {
              onScript(script);
              onClose();
            }}
          >
            {t("Use as script")}
          </Button>
        )}
        {converted && steps > 0 ? (
          <Button variant="primary" onClick={take}>
            {t("{steps, plural, one {Use this step} other {Use these # steps}}", { steps })}
          </Button>
        ) : (
          <Button
            variant="primary"
            disabled={script.trim() === ""}
            busy={isBusy && t("Reading …")}
            onClick={() => void convert()}
          >
            {t("Convert to steps")}
          </Button>
        )}
      </div>
    </div>
  );
}

function Outcome({ converted: { steps, not_converted: left } }: { converted: ConvertedScript }) {
  const count = steps.length;
  if (left.length === 0)
    return (
      <Notice kind="done">
        {t("Converted completely to {count, plural, one {# step} other {# steps}}.", { count })}
      </Notice>
    );
  return (
    <Notice kind="warning">
      <p className="font-semibold">
        {t(
          "Converted to {count, plural, one {# step} other {# steps}}. {left, plural, one {# part has no equivalent step:} other {# parts have no equivalent step:}}",
          { count, left: left.length },
        )}
      </p>
      <ul className="mt-2 grid gap-2">
        {left.map(({ line, code, why }) => (
          <li key={`${line} ${code}`}>
            {t("Line {line}:", { line })} <code>{code}</code>
            <span className="block">{why}</span>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
