import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { asApiError } from "../../api/api-error.ts";
import type { Schema } from "../../api/client.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { CheckField } from "../../components/field.tsx";
import { Notice } from "../../components/notice.tsx";
import { toast } from "../../components/toast.tsx";
import { ImportPreview } from "./import-preview.tsx";
import { ImportSource, type Source } from "./import-source.tsx";
import { OperationChooser } from "./operation-chooser.tsx";
import { useImport, useImportPhase } from "./use-import.ts";

type Found = Schema<"ApiMonitorImport">;

export function ImportDialog({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Import API monitors" isWide>
      <Import onClose={onClose} />
    </Dialog>
  );
}

/** More become more than one API monitor: what is wanted of them is asked first. */
const CHOOSE_FROM = 51;
/** What one import takes. */
const CHOSEN_MAX = 1_000;

/** The step of the dialog. The chosen operations stay when the user goes back. */
type Stage = "source" | "choosing" | "preview";

/** Tried first: nothing is made before it has been seen what would be. */
function Import({ onClose }: { onClose(): void }) {
  const queries = useQueryClient();
  const send = useImport();
  const [source, setSource] = useState<Source>({ text: "", file: null, format: "guess", name: "" });
  const [stage, setStage] = useState<Stage>("source");
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [isStarted, setStarted] = useState(false);
  const order = (operations: readonly number[] | null, isTrial: boolean) => ({
    document: source.file ?? new Blob([source.text]),
    format: source.format,
    name: source.name,
    operations,
    isTrial,
    isStarted: !isTrial && isStarted,
  });
  const reading = useMutation({
    mutationFn: () => send(order(null, true)),
    onSuccess: (found) => {
      setChosen(
        new Set(found.operations_total > CHOSEN_MAX ? [] : found.operations.map(({ index }) => index)),
      );
      setStage(
        found.operations_total >= CHOOSE_FROM || found.api_monitors.length === 0 ? "choosing" : "preview",
      );
    },
  });
  const choice = (found: Found) => (chosen.size === found.operations_total ? null : [...chosen]);
  const previewing = useMutation({
    mutationFn: (found: Found) => send(order(choice(found), true)),
    onSuccess: () => setStage("preview"),
  });
  const making = useMutation({
    mutationFn: (found: Found) => send(order(choice(found), false)),
    onSuccess: ({ created }) => {
      void queries.invalidateQueries({ queryKey: ["api-monitors", "list"] });
      toast(created.length === 1 ? "One API monitor is made." : `${created.length} API monitors are made.`);
      onClose();
    },
  });
  const phase = useImportPhase(reading.isPending || previewing.isPending || making.isPending);
  const found = reading.data;

  if (stage === "choosing" && found) {
    return (
      <>
        <OperationChooser operations={found.operations} chosen={chosen} onChosen={setChosen} />
        {chosen.size > CHOSEN_MAX && <Notice>{`One import takes at most ${CHOSEN_MAX} operations.`}</Notice>}
        {previewing.error && <Notice>{asApiError(previewing.error).message}</Notice>}
        <div className="flex justify-end gap-2">
          <Button onClick={() => setStage("source")}>Back</Button>
          <Button
            variant="primary"
            disabled={chosen.size === 0 || chosen.size > CHOSEN_MAX}
            busy={previewing.isPending && phase}
            onClick={() => previewing.mutate(found)}
          >
            Show what they make
          </Button>
        </div>
      </>
    );
  }
  const shown = previewing.data ?? found;
  if (stage === "preview" && found && shown) {
    return (
      <>
        <ImportPreview preview={shown} />
        {shown.writes.length > 0 && (
          <CheckField
            label="Start at once, though steps write"
            hint="Otherwise what writes stays paused until you resume it."
            isChecked={isStarted}
            onChecked={setStarted}
          />
        )}
        {making.error && <Notice>{asApiError(making.error).message}</Notice>}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={() => setStage("source")}>Back</Button>
          {found.operations_total > 1 && (
            <Button onClick={() => setStage("choosing")}>Choose operations</Button>
          )}
          <Button
            variant="primary"
            disabled={shown.api_monitors.length === 0}
            busy={making.isPending && phase}
            onClick={() => making.mutate(found)}
          >
            {createWords(shown.api_monitors.length)}
          </Button>
        </div>
      </>
    );
  }
  return (
    <ImportSource
      source={source}
      onSource={setSource}
      error={reading.error && asApiError(reading.error)}
      busy={reading.isPending && phase}
      onCancel={onClose}
      onSubmit={() => {
        previewing.reset();
        reading.mutate();
      }}
    />
  );
}

function createWords(count: number): string {
  return count === 1 ? "Create API monitor" : `Create ${count} API monitors`;
}
