import { readSync } from "node:fs";
import { parentPort } from "node:worker_threads";
import { AppError } from "../../platform/kernel/errors.ts";
import { importApiMonitors } from "./import-api-monitors.ts";
import type { ImportJob, ThreadReply } from "./reading-thread.ts";

/** The thread in which documents are read. It gets one at a time, and is ended if it takes too long. */

function sendReply(message: ThreadReply): void {
  parentPort?.postMessage(message);
}

parentPort?.on("message", ({ order, source }: ImportJob) => {
  try {
    sendReply({ op: "phase", phase: "reading" });
    const content = "text" in source ? source.text : textOfFile(source);
    const imported = importApiMonitors({ ...order, content }, (phase) => sendReply({ op: "phase", phase }));
    sendReply({ op: "done", imported });
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

/** UTF-8, or UTF-16 with a byte order mark, as Windows tools write it. */
function textOfFile({ fd, bytes }: { fd: number; bytes: number }): string {
  const buffer = Buffer.allocUnsafe(bytes);
  let read = 0;
  while (read < bytes) {
    const count = readSync(fd, buffer, read, bytes - read, read);
    if (count === 0) break;
    read += count;
  }
  const isUtf16 = read >= 2 && buffer[0] === 0xff && buffer[1] === 0xfe;
  return new TextDecoder(isUtf16 ? "utf-16le" : "utf-8").decode(buffer.subarray(0, read));
}
