import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useContext, useEffect, useRef, useState } from "react";
import { asApiError } from "../../../api/api-error.ts";
import { keys } from "../../../api/keys.ts";
import { Dialog } from "../../../components/dialog.tsx";
import { UnsavedGuard } from "../../../components/forms/unsaved-guard.tsx";
import { UnsavedScope } from "../../../components/forms/unsaved-scope.ts";
import { toast } from "../../../components/toast.tsx";
import { useImportPhase } from "../../../features/imports/use-import-phase.ts";
import { t } from "../../../language/t.ts";
import { ImportSource, type Source } from "./import-source.tsx";
import { ChooserStage, type Found, PreviewStage } from "./import-stages.tsx";
import { useImport } from "./use-import.ts";

export function ImportDialog({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t("Import API monitors")} isWide>
      <Import onClose={onClose} />
    </Dialog>
  );
}

/** From this number of operations on, the chooser comes before the preview: 50 fit into one API monitor. */
const CHOOSE_FROM = 51;
/** Operations in one import; a limit of the API. */
const CHOSEN_MAX = 1_000;

/** The page of the dialog. The choice of operations survives going back. */
type Stage = "source" | "choosing" | "preview";

/** Every import starts as a dry run: nothing is created before the preview is shown. */
function Import({ onClose }: { onClose(): void }) {
  const [source, setSource] = useState<Source>({ text: "", file: null, format: "guess", name: "" });
  const [stage, setStage] = useState<Stage>("source");
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [isStarted, setStarted] = useState(false);
  const { reading, previewing, making } = useImportRequests({ source, chosen, isStarted, onClose });
  const phase = useImportPhase(reading.isPending || previewing.isPending || making.isPending);
  const page = useFocusOnChange(stage);
  const scope = useContext(UnsavedScope);
  const found = reading.data;
  const shown = previewing.data ?? found;

  const read = () => {
    previewing.reset();
    making.reset();
    setStarted(false);
    reading.mutate(undefined, {
      onSuccess: (result) => {
        const { operations, operations_total: total } = result;
        setChosen(new Set(total > CHOSEN_MAX ? [] : operations.map(({ index }) => index)));
        setStage(total >= CHOOSE_FROM || result.api_monitors.length === 0 ? "choosing" : "preview");
      },
    });
  };
  const preview = (document: Found) =>
    previewing.mutate(document, {
      onSuccess: ({ writes }) => {
        if (writes.length === 0) setStarted(false);
        setStage("preview");
      },
    });

  return (
    <div ref={page} tabIndex={-1} className="grid min-w-0 gap-4 outline-none">
      <UnsavedGuard isUnsaved={source.text !== "" || source.file !== null} isBusy={making.isPending} />
      {stage === "choosing" && found && (
        <ChooserStage
          found={found}
          chosen={chosen}
          chosenMax={CHOSEN_MAX}
          onChosen={setChosen}
          error={previewing.error}
          busy={previewing.isPending && phase}
          onBack={() => setStage("source")}
          onPreview={() => preview(found)}
        />
      )}
      {stage === "preview" && found && shown && (
        <PreviewStage
          shown={shown}
          isStarted={isStarted}
          onStarted={setStarted}
          error={making.error}
          busy={making.isPending && phase}
          onBack={() => setStage("source")}
          onChoose={found.operations_total > 1 ? () => setStage("choosing") : null}
          onCreate={() => making.mutate(found)}
        />
      )}
      {stage === "source" && (
        <ImportSource
          source={source}
          onSource={setSource}
          error={reading.error && asApiError(reading.error)}
          busy={reading.isPending && phase}
          onCancel={() => (scope ? scope.leave(onClose) : onClose())}
          onSubmit={read}
        />
      )}
    </div>
  );
}

type Choices = { source: Source; chosen: ReadonlySet<number>; isStarted: boolean; onClose(): void };

function useImportRequests({ source, chosen, isStarted, onClose }: Choices) {
  const queries = useQueryClient();
  const send = useImport();
  const request = (operations: readonly number[] | null, isDryRun: boolean) =>
    send({
      document: source.file ?? new Blob([source.text]),
      format: source.format,
      name: source.name,
      operations,
      isDryRun,
      isStarted: !isDryRun && isStarted,
    });
  const choice = (found: Found) => (chosen.size === found.operations_total ? null : [...chosen]);
  return {
    reading: useMutation({ mutationFn: () => request(null, true) }),
    previewing: useMutation({ mutationFn: (found: Found) => request(choice(found), true) }),
    making: useMutation({
      mutationFn: (found: Found) => request(choice(found), false),
      onSuccess: ({ created }) => {
        void queries.invalidateQueries({ queryKey: keys.list("api-monitors") });
        toast(
          created.length === 1
            ? t("API monitor created")
            : t("{length} API monitors created", { length: created.length }),
        );
        onClose();
      },
    }),
  };
}

/** The focused button disappears with its stage; the focus moves to the next one instead of the page's top. */
function useFocusOnChange(stage: Stage) {
  const target = useRef<HTMLDivElement>(null);
  const previous = useRef(stage);
  useEffect(() => {
    if (previous.current !== stage) target.current?.focus();
    previous.current = stage;
  }, [stage]);
  return target;
}
