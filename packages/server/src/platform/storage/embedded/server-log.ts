import { open, rename, stat } from "node:fs/promises";
import { StartError } from "../../kernel/errors.ts";

/** Size at which a start rotates the log; the previously rotated log is deleted. */
const LOG_BYTES_MAX = 10 * 2 ** 20;
/** How much of the end of the log is searched for the reason of a failure. */
const TAIL_BYTES_MAX = 4_096;
const TAIL_LINES_MAX = 4;

/** Opens PostgreSQL's log for a start; `tail` returns what was written since. Close the handle after the spawn. */
export async function openServerLog(path: string) {
  const size = await sizeOf(path);
  if (size > LOG_BYTES_MAX) await rename(path, `${path}.1`);
  const handle = await open(path, "a", 0o600);
  const from = size > LOG_BYTES_MAX ? 0 : size;
  return { fd: handle.fd, close: () => handle.close(), tail: () => readTail(path, from) };
}

/** Explains a failed start in one sentence with PostgreSQL's message and a remedy. */
export function explainFailure(
  tail: string,
  { dataDir, logPath }: { dataDir: string; logPath: string },
): StartError {
  const lines = tail
    .split("\n")
    .map((line) => line.replace(/^\S+ \S+ UTC \[\d+\] /, "").trim())
    .filter((line) => line !== "");
  const known = REMEDIES.find(({ when }) => when.test(tail));
  // The relevant line is rarely the last one: programs also report their cleanup.
  const relevantLine = lines.find((line) => known?.when.test(line));
  const message = relevantLine ?? (lines.slice(-TAIL_LINES_MAX).join(" | ") || "no output");
  const remedy = known?.remedy ?? `see ${logPath}`;
  return new StartError(`PostgreSQL does not start in ${dataDir} (${message}): ${remedy}.`);
}

const REMEDIES: readonly { when: RegExp; remedy: string }[] = [
  { when: /No space left on device/, remedy: "free up space on that disk and start again" },
  { when: /Read-only file system/, remedy: "mount that disk writable and start again" },
  {
    when: /could not (?:map anonymous|create) shared memory|Cannot allocate memory/,
    remedy: "give the machine or container at least 512 MB of memory",
  },
  {
    when: /invalid (?:primary )?checkpoint record|could not locate a valid checkpoint|control file|invalid page|checksum|could not open file|could not read file|missing|corrupt|PANIC/,
    remedy: "the data is damaged: move the folder away and restore a backup",
  },
  { when: /error while loading shared libraries/, remedy: 'run "npm install" again' },
  {
    when: /could not look up effective user ID/,
    remedy: "start Vedette as a user with an entry in /etc/passwd",
  },
  { when: /Permission denied|wrong ownership/, remedy: "start Vedette as the owner of the folder" },
];

async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return 0;
    throw error;
  }
}

async function readTail(path: string, from: number): Promise<string> {
  const handle = await open(path, "r");
  try {
    const { size } = await handle.stat();
    const start = Math.max(from, size - TAIL_BYTES_MAX);
    const buffer = Buffer.alloc(Math.max(0, size - start));
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, start);
    return buffer.toString("utf8", 0, bytesRead);
  } finally {
    await handle.close();
  }
}
