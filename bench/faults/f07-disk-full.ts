import type { Fault } from "./fault.ts";
import { runTestFiles } from "./test-files.ts";

export const fault: Fault = {
  name: "f07",
  what: "a full disk of the database",
  run: async (folder) => [
    await runTestFiles(folder, {
      what: "says that the disk is full, loses no result, and goes on when there is room",
      files: ["e2e/storage/disk-full"],
      isEndToEnd: true,
    }),
  ],
};
