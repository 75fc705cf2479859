import { readFile } from "node:fs/promises";

/**
 * Returns the mark of this process on what it owns. A process id is reused; together with its start time it
 * is unique.
 */
export async function ownMark(): Promise<string> {
  return `${process.pid}-${await startTicks(process.pid)}`;
}

export async function isOwnerAlive(mark: string): Promise<boolean> {
  const [pid = "", ticks] = mark.split("-");
  return /^\d+$/.test(pid) && (await startTicks(Number(pid))) === ticks;
}

async function startTicks(pid: number): Promise<string> {
  const text = await readOrNull(`/proc/${pid}/stat`);
  // Field 22; the name in parentheses may itself contain spaces and parentheses.
  return text?.slice(text.lastIndexOf(")") + 2).split(" ")[19] ?? "gone";
}

export async function readOrNull(path: string): Promise<string | null> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (hasCode(error, ["ENOENT", "ESRCH"])) return null;
    throw error;
  }
}

export function hasCode(error: unknown, codes: readonly string[]): boolean {
  return error instanceof Error && "code" in error && codes.includes(String(error.code));
}
