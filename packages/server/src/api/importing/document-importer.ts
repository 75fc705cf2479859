import { tmpdir } from "node:os";
import type { Readable } from "node:stream";
import type { ImportProgress } from "@vedette/contract/api-monitors/api-monitor-import.ts";
import type { OrgId } from "@vedette/contract/common/ids.ts";
import { AppError } from "../../platform/kernel/errors.ts";
import type { ImportedMonitors, ImportOrder } from "./import-api-monitors.ts";
import { ImportThreads } from "./import-threads.ts";
import type { ImportJob } from "./reading-thread.ts";
import { type ReceivedFile, receiveImportFile } from "./received-file.ts";

/** Imports documents, one at a time per organization, and reports the progress of each. */
export type DocumentImporter = {
  /** Throws 429 while another import of the organization runs in this process. */
  begin(orgId: OrgId): ImportTurn;
  progress(orgId: OrgId): ImportProgress;
  close(): Promise<void>;
};

export type ImportTurn = {
  receive(file: Readable): Promise<ReceivedFile>;
  read(order: Omit<ImportOrder, "content">, source: ImportJob["source"]): Promise<ImportedMonitors>;
  /** The drafts are being stored. */
  store(): void;
  end(): void;
};

const IDLE: ImportProgress = { phase: "idle", bytes_received: 0 };
/** Each takes up to 50 MiB on disk. */
const RECEIVING_MAX = 8;
const RETRY_AFTER_SECONDS = 5;

export function createDocumentImporter({
  temporaryDirectory = tmpdir(),
  threads = new ImportThreads(),
}: {
  temporaryDirectory?: string;
  threads?: ImportThreads;
} = {}): DocumentImporter {
  const underWay = new Map<OrgId, ImportProgress>();
  let receiving = 0;

  return {
    begin(orgId) {
      if (underWay.has(orgId)) {
        throw refusal(
          "TOO_MANY_REQUESTS",
          "Another import of your organization is under way. Try again when it has ended.",
        );
      }
      const progress: ImportProgress = { phase: "waiting", bytes_received: 0 };
      underWay.set(orgId, progress);
      return {
        async receive(file) {
          if (receiving >= RECEIVING_MAX) {
            throw refusal("SERVICE_UNAVAILABLE", "Too many documents are being sent. Try again in a moment.");
          }
          receiving += 1;
          progress.phase = "receiving";
          try {
            return await receiveImportFile(file, {
              temporaryDirectory,
              onBytes: (bytes) => {
                progress.bytes_received = bytes;
              },
            });
          } finally {
            receiving -= 1;
            progress.phase = "waiting";
          }
        },
        read: (order, source) =>
          threads.run({ order, source }, (phase) => {
            progress.phase = phase;
          }),
        store() {
          progress.phase = "storing";
        },
        end() {
          underWay.delete(orgId);
        },
      };
    },
    progress: (orgId) => ({ ...(underWay.get(orgId) ?? IDLE) }),
    close: () => threads.close(),
  };
}

function refusal(code: "TOO_MANY_REQUESTS" | "SERVICE_UNAVAILABLE", message: string): AppError {
  return new AppError(code, message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}
