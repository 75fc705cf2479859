import { launch } from "../src/engine/checks/browser/sandbox/launch.ts";
import { INSIDE_FOLDER } from "../src/engine/checks/browser/sandbox/prove.ts";
import { claimScratch } from "../src/engine/checks/browser/sandbox/scratch.ts";

/** A runner process with one sandbox that has started a daemon. The test kills the process. */
const scratch = await claimScratch(process.argv[2] ?? "");
await launch({
  scratch,
  mode: "sandboxed",
  entry: { folder: INSIDE_FOLDER, file: "outlive.mjs" },
  input: { isFlooding: false },
  readOnly: [],
  env: {},
  limits: {
    messageBytesMax: 65_536,
    fileBytesMax: 0,
    bytesMax: 65_536,
    wallMs: 60_000,
    memoryBytesMax: 1_073_741_824,
    processesMax: 64,
    homeBytesMax: 8_388_608,
    sharedMemoryBytesMax: 8_388_608,
    writtenFileBytesMax: 4_194_304,
    printedBytesMax: 65_536,
  },
  signal: new AbortController().signal,
  onFrame: () => void process.stdout.write("started\n"),
});
