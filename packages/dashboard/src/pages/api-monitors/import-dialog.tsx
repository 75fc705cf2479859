import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type DragEvent, type ReactNode, useState } from "react";
import { asApiError, faultOf } from "../../api/api-error.ts";
import { dataOf } from "../../api/client.ts";
import { useApi } from "../../app/session.tsx";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Field, SelectField, TextField } from "../../components/field.tsx";
import { Notice } from "../../components/notice.tsx";
import { toast } from "../../components/toast.tsx";
import { ImportPreview } from "./import-preview.tsx";

type Format = "guess" | "curl" | "har" | "postman" | "openapi";

const FORMATS: readonly { value: Format; label: string }[] = [
  { value: "guess", label: "Find out" },
  { value: "curl", label: "cURL command" },
  { value: "har", label: "HAR" },
  { value: "postman", label: "Postman collection" },
  { value: "openapi", label: "OpenAPI" },
];

export function ImportDialog({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Import API monitors" isWide>
      <Import onClose={onClose} />
    </Dialog>
  );
}

/** Tried first: nothing is made before it has been seen what would be. */
function Import({ onClose }: { onClose(): void }) {
  const api = useApi();
  const queries = useQueryClient();
  const [content, setContent] = useState("");
  const [format, setFormat] = useState<Format>("guess");
  const [name, setName] = useState("");
  const send = (isTrial: boolean) => {
    const body = {
      content,
      dry_run: isTrial,
      ...(format !== "guess" && { format }),
      ...(name.trim() !== "" && { name }),
    };
    return dataOf(api.POST("/api/v1/api-monitors/import", { body }));
  };
  const trial = useMutation({ mutationFn: () => send(true) });
  const making = useMutation({
    mutationFn: () => send(false),
    onSuccess: ({ created }) => {
      void queries.invalidateQueries({ queryKey: ["api-monitors", "list"] });
      toast(created.length === 1 ? "One API monitor is made." : `${created.length} API monitors are made.`);
      onClose();
    },
  });

  if (trial.data) {
    return (
      <>
        <ImportPreview preview={trial.data} />
        {making.error && <Notice>{asApiError(making.error).message}</Notice>}
        <div className="flex justify-end gap-2">
          <Button onClick={trial.reset}>Back</Button>
          <Button
            variant="primary"
            disabled={trial.data.api_monitors.length === 0}
            busy={making.isPending && "Making …"}
            onClick={() => making.mutate()}
          >
            {createWords(trial.data.api_monitors.length)}
          </Button>
        </div>
      </>
    );
  }

  const error = trial.error && asApiError(trial.error);
  const contentFault = faultOf(error, "content", "It");
  return (
    <form
      className="grid gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        trial.mutate();
      }}
    >
      <DropArea onText={setContent}>
        <TextField
          label="cURL command, HAR, Postman collection or OpenAPI document"
          rows={9}
          spellCheck={false}
          className="font-mono"
          placeholder="curl https://api.example/health"
          hint="Paste it, or drop a file here. Nothing in it is run or fetched."
          fault={contentFault}
          value={content}
          onValue={setContent}
        />
      </DropArea>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="Format"
          fault={faultOf(error, "format", "The format")}
          value={format}
          options={FORMATS}
          onValue={(value) => setFormat(value)}
        />
        <Field
          label="Name"
          autoComplete="off"
          hint="Left empty, the document's own."
          fault={faultOf(error, "name", "The name")}
          value={name}
          onValue={setName}
        />
      </div>
      {error && !contentFault && <Notice>{error.message}</Notice>}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" busy={trial.isPending && "Reading …"}>
          Show what it makes
        </Button>
      </div>
    </form>
  );
}

function createWords(count: number): string {
  return count === 1 ? "Create API monitor" : `Create ${count} API monitors`;
}

/** A file that is dropped, or chosen, is read into the text. */
function DropArea({ onText, children }: { onText(text: string): void; children: ReactNode }) {
  const [isOver, setOver] = useState(false);
  const read = async (file: File | undefined) => {
    setOver(false);
    if (file) onText(await file.text());
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the file can be chosen by the button too.
    <div
      className={`grid gap-2 rounded-lg ${isOver ? "outline-2 outline-dashed outline-accent" : ""}`}
      onDragOver={(event: DragEvent) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event: DragEvent) => {
        event.preventDefault();
        void read(event.dataTransfer.files[0]);
      }}
    >
      {children}
      <label className="grid gap-1 text-[0.8125rem] text-soft">
        Or choose a file
        <input
          type="file"
          accept=".json,.har,.yaml,.yml,.txt,.sh"
          onChange={(event) => void read(event.target.files?.[0])}
        />
      </label>
    </div>
  );
}
