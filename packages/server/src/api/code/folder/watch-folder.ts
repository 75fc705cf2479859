import { Worker } from "node:worker_threads";
import { errorFacts, type Logger } from "../../../platform/kernel/logger.ts";
import { programFile } from "../../../platform/kernel/own-files.ts";
import type { FolderContent, FolderSettings } from "./read-folder.ts";

/** Calls `onContent` with what the folder says, at first and after each change. Returns a function that ends it. */
export type WatchFolder = (
  settings: FolderSettings,
  onContent: (content: FolderContent) => void,
) => () => Promise<void>;

/** A thread that fails, for example because the files need too much memory, is started again after this time. */
const RESTART_MS = 60_000;
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 };

/** Watches the folder in a thread, because 5 MiB of YAML take seconds to read. */
export function createFolderThread(log: Logger): WatchFolder {
  return (settings, onContent) => {
    let worker = start();
    let timer: NodeJS.Timeout | undefined;
    function start(): Worker {
      const thread = new Worker(programFile("api/code/folder/folder-thread.ts"), {
        ...{ name: "code-folder", workerData: settings, resourceLimits: RESOURCE_LIMITS },
        env: {},
      });
      thread.unref();
      thread.on("message", onContent);
      thread.on("error", (error) => {
        log.error("code.folder_thread_failed", errorFacts(error));
        onContent({ kind: "faults", faults: ["the files cannot be read; see the log"] });
        timer = setTimeout(() => {
          worker = start();
        }, RESTART_MS).unref();
      });
      return thread;
    }
    return async () => {
      clearTimeout(timer);
      await worker.terminate();
    };
  };
}
