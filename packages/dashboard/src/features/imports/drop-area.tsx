import { type DragEvent, type ReactNode, useState } from "react";
import { t } from "../../language/t.ts";

type DropAreaProps = {
  /** Whether a file can be chosen; without it, files can only be dropped. */
  hasInput: boolean;
  /** Endings of file names for the file dialog, such as `.json,.yaml`. */
  accept: string;
  isMultiple?: boolean;
  onFiles(files: File[]): void;
  children?: ReactNode;
};

/** Takes files by drag and drop, or by the file input. */
export function DropArea({ hasInput, accept, isMultiple = false, onFiles, children }: DropAreaProps) {
  const [isOver, setOver] = useState(false);
  const take = (files: FileList | null) => {
    setOver(false);
    const chosen = [...(files ?? [])].slice(0, isMultiple ? undefined : 1);
    if (chosen.length > 0) onFiles(chosen);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the file input does the same for the keyboard.
    <div
      className={`grid gap-2 rounded-lg ${isOver ? "outline-2 outline-dashed outline-accent" : ""}`}
      onDragOver={(event: DragEvent) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event: DragEvent) => {
        event.preventDefault();
        take(event.dataTransfer.files);
      }}
    >
      {children}
      {hasInput && (
        <label className="grid min-w-0 gap-1 text-[0.8125rem] text-soft">
          {children ? t("Or choose a file") : isMultiple ? t("Choose files") : t("Choose a file")}
          <input
            type="file"
            multiple={isMultiple}
            className="max-w-full file:me-3 file:min-h-9 file:rounded-lg file:border file:border-line-strong file:bg-surface file:px-3.5 file:font-semibold file:text-ink hover:file:bg-raised"
            accept={accept}
            onChange={(event) => {
              take(event.target.files);
              // Otherwise choosing the same file again after an edit fires no event.
              event.target.value = "";
            }}
          />
        </label>
      )}
    </div>
  );
}
