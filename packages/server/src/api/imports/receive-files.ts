import type { Readable } from "node:stream";
import type { ImportKind } from "@vedette/contract/imports/import-kinds.ts";
import { IMPORT_TEXTS_BYTES_MAX, IMPORT_UPLOAD_BYTES_MAX } from "@vedette/contract/imports/import-limits.ts";
import type { ImportForm } from "@vedette/contract/imports/import-requests.ts";
import { AppError } from "../../platform/kernel/errors.ts";
import type { ImportTurn } from "../importing/document-importer.ts";
import type { ReceivedFile } from "../importing/received-file.ts";
import type { Form } from "../routing/form.ts";

/** A file of an upload, on disk. `path` is what the client calls it; no file is ever opened by it. */
export type ReceivedUpload = ReceivedFile & { path: string };

const PATH_LENGTH_MAX = 1_000;

/** Receives all files of a form. Their sizes count together. */
export function receiveFiles(
  form: Form<ImportForm>,
  { kind, turn }: { kind: ImportKind; turn: ImportTurn },
): Promise<{ fields: ImportForm; files: ReceivedUpload[] }> {
  const bytesMax = kind === "kuma" ? IMPORT_UPLOAD_BYTES_MAX : IMPORT_TEXTS_BYTES_MAX;
  let received = 0;
  return form.receiveAll({
    async take(stream: Readable, fileName: string) {
      const file = await turn.receive(stream, bytesMax - received);
      received += file.bytes;
      if (received > bytesMax) {
        await file.close();
        throw tooLarge(bytesMax);
      }
      const path = fileName.replaceAll("\\", "/").replaceAll("\0", "").slice(0, PATH_LENGTH_MAX);
      return { ...file, path };
    },
    undo: (file) => file.close(),
  });
}

function tooLarge(bytesMax: number): AppError {
  const message = `The files are too large; at most ${bytesMax / 1_048_576} MiB are accepted, unpacked.`;
  return new AppError("PAYLOAD_TOO_LARGE", message);
}
