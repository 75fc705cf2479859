import { readSync } from "node:fs";
import { parentPort } from "node:worker_threads";
import { AppError } from "../../platform/kernel/errors.ts";
import { type ImportedMonitors, importApiMonitors } from "./import-api-monitors.ts";
import { importTexts } from "./import-texts.ts";
import type { ImportedFile } from "./imported-file.ts";
import type { DocumentJob, ImportJob, OpenFile, TextsJob, ThreadReply } from "./reading-thread.ts";

/** The thread in which documents are read. It gets one at a time, and is ended if it takes too long. */

function sendReply(message: ThreadReply): void {
  parentPort?.postMessage(message);
}

parentPort?.on("message", (job: ImportJob) => {
  try {
    sendReply({ op: "phase", phase: "reading" });
    sendReply({ op: "done", imported: "order" in job ? importDocument(job) : importFiles(job) });
  } catch (error) {
    if (error instanceof AppError) {
      sendReply({ op: "refused", code: error.code, message: error.message, details: error.details });
    } else
      sendReply({
        op: "failed",
        message: error instanceof Error ? (error.stack ?? error.message) : String(error),
      });
  }
});

function importDocument({ order, source }: DocumentJob): ImportedMonitors {
  const content = "text" in source ? source.text : textOfFile(source);
  return importApiMonitors({ ...order, content }, (phase) => sendReply({ op: "phase", phase }));
}

function importFiles({ files, ...job }: TextsJob): ImportedFile {
  return importTexts({ ...job, files: files.map((file) => ({ path: file.path, bytes: bytesOf(file) })) });
}

/** UTF-8, or UTF-16 with a byte order mark, as Windows tools write it. */
function textOfFile(file: OpenFile): string {
  const bytes = bytesOf(file);
  const isUtf16 = bytes.length >= 2 && bytes[0] === 0xff && bytes[1] === 0xfe;
  return new TextDecoder(isUtf16 ? "utf-16le" : "utf-8").decode(bytes);
}

function bytesOf({ fd, bytes }: OpenFile): Uint8Array {
  const buffer = Buffer.allocUnsafe(bytes);
  let read = 0;
  while (read < bytes) {
    const count = readSync(fd, buffer, read, bytes - read, read);
    if (count === 0) break;
    read += count;
  }
  return buffer.subarray(0, read);
}
