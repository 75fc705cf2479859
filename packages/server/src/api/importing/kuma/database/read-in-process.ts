import { fork } from "node:child_process";
import { programFile } from "../../../../platform/kernel/own-files.ts";
import type { ImportedFile } from "../../imported-file.ts";
import { DatabaseError } from "./open-database.ts";
import type { ReaderReply, ReaderRequest } from "./reader-process.ts";

const SCRIPT = programFile("api/importing/kuma/database/reader-process.ts");
/** The largest history takes about half of it. Native memory of SQLite is limited in open-database.ts. */
const HEAP_MB = 1_024;

/** Reads a database in a process of its own. Throws a DatabaseError for a file that cannot be read. */
export async function readInProcess(
  request: ReaderRequest,
  { deadlineMs, heapMb = HEAP_MB }: { deadlineMs: number; heapMb?: number },
): Promise<ImportedFile> {
  const reply = await requestReply(request, { deadlineMs, heapMb });
  if ("imported" in reply) return reply.imported;
  if ("refused" in reply) throw new DatabaseError(reply.refused);
  throw new Error(`reading the database failed: ${reply.failed}`);
}

function requestReply(
  request: ReaderRequest,
  { deadlineMs, heapMb }: { deadlineMs: number; heapMb: number },
): Promise<ReaderReply> {
  const { promise, resolve, reject } = Promise.withResolvers<ReaderReply>();
  const reader = fork(SCRIPT, [], {
    execArgv: [`--max-old-space-size=${heapMb}`, "--disable-warning=ExperimentalWarning"],
    // It reads an untrusted file, so it gets no environment variables.
    env: {},
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  const seconds = Math.round(deadlineMs / 1_000);
  const deadline = setTimeout(() => {
    reject(
      new DatabaseError(`The database takes longer than ${seconds} s to read. Import it without history.`),
    );
    reader.kill("SIGKILL");
  }, deadlineMs);
  reader.once("message", (reply: ReaderReply) => resolve(reply));
  reader.once("error", reject);
  reader.once("exit", (code, signal) => {
    clearTimeout(deadline);
    const message = "The database takes too much memory to read, or is damaged. Import it without history.";
    reject(new DatabaseError(message, { cause: new Error(`exit code ${code}, signal ${signal}`) }));
  });
  reader.send(request);
  return promise;
}
