import type { ImportedRange } from "@vedette/contract/targets/observed/imported-range.ts";
import { absoluteTime } from "../../components/time-ago.tsx";
import { importedText } from "./imported-text.ts";

type ImportedNoteProps = { imported: ImportedRange | null; timezone?: string };

/** A line below a chart that says which part another monitoring tool measured. */
export function ImportedNote({ imported, timezone }: ImportedNoteProps) {
  if (imported === null) return null;
  return (
    <p className="text-[0.8125rem] text-soft" title={absoluteTime(imported.to)}>
      {importedText(imported, timezone)}
    </p>
  );
}
