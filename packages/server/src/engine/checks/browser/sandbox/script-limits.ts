import type { LaunchLimits } from "./launch.ts";

const MEBIBYTE = 1_048_576;

/** Chromium with five pages takes 640 MiB as measured, and RSS counts shared pages twice. */
export const SCRIPT_LIMITS: Omit<LaunchLimits, "wallMs"> = {
  messageBytesMax: 65_536,
  fileBytesMax: 25 * MEBIBYTE,
  bytesMax: 100 * MEBIBYTE,
  memoryBytesMax: 3_072 * MEBIBYTE,
  processesMax: 512,
  homeBytesMax: 512 * MEBIBYTE,
  sharedMemoryBytesMax: 256 * MEBIBYTE,
  writtenFileBytesMax: 256 * MEBIBYTE,
  printedBytesMax: 65_536,
};
