import { parentPort, workerData } from "node:worker_threads";
import { pollFolder } from "./folder-poller.ts";
import type { FolderSettings } from "./read-folder.ts";

// The program of the thread that `watch-folder.ts` starts.
pollFolder(workerData as FolderSettings, { onContent: (content) => parentPort?.postMessage(content) });
