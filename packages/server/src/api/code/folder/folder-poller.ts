import { fingerprintOf } from "@vedette/code-files/fingerprint.ts";
import { FileError } from "@vedette/code-files/project-folder.ts";
import { type FolderContent, type FolderSettings, readFolder } from "./read-folder.ts";

/** Between looks at the folder. Looking works on every file system; notifications do not, and miss links that are replaced. */
const POLL_MS = 1_000;
/** A change is read once the folder has stayed the same for two looks: an editor or a deployment may still write. */
const LOOKS_TO_SETTLE = 2;

/** Reads a folder at first and after each change that has settled. Returns a function that ends it. */
export function pollFolder(
  settings: FolderSettings,
  { pollMs = POLL_MS, onContent }: { pollMs?: number; onContent(content: FolderContent): void },
): () => void {
  let read: string | null = null;
  let last: string | null = null;
  let looksAlike = LOOKS_TO_SETTLE;
  let isStopped = false;
  let timer: NodeJS.Timeout;
  const look = async (): Promise<void> => {
    const seen = lookAt(settings.directory);
    looksAlike = seen === last || last === null ? looksAlike + 1 : 0;
    last = seen;
    if (seen !== read && looksAlike >= LOOKS_TO_SETTLE) {
      read = seen;
      const content = await readFolder(settings);
      if (!isStopped) onContent(content);
    }
    if (!isStopped) timer = setTimeout(() => void look(), pollMs);
  };
  timer = setTimeout(() => void look(), 0);
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}

/** What cannot be read has a fingerprint of its own, so that its fault is reported once. */
function lookAt(directory: string): string {
  try {
    return fingerprintOf(directory);
  } catch (error) {
    if (error instanceof FileError) return error.message;
    if (error instanceof Error && "code" in error) return String(error.code);
    throw error;
  }
}
