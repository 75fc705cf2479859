/** Long enough for the browser to read the file. */
const REVOKE_AFTER_MS = 60_000;

/** Saves a file by the browser's own dialog or folder. */
export function saveFile(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const anchor = document.createElement("a");
  [anchor.href, anchor.download] = [url, name];
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS);
}
