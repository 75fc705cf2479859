import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "../../platform/kernel/logger.ts";

/**
 * The last URL of the service, stored in its data directory. A command that is started with only VEDETTE_DATA
 * does not know the PORT of the service, and would print links that do not work.
 */
export async function keepServedAddress(
  dataDirectory: string,
  url: string,
  log: Pick<Logger, "warn">,
): Promise<void> {
  try {
    await mkdir(dataDirectory, { recursive: true });
    await writeFile(fileIn(dataDirectory), `${url}\n`);
  } catch (error) {
    // The service itself does not need the file.
    log.warn("api.url_write_failed", { error: error instanceof Error ? error.message : String(error) });
  }
}

/** Returns null if no service has run on this directory. */
export async function findServedAddress(dataDirectory: string): Promise<string | null> {
  try {
    const text = (await readFile(fileIn(dataDirectory), "utf8")).trim();
    return /^https?:$/.test(URL.parse(text)?.protocol ?? "") ? text : null;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

function fileIn(dataDirectory: string): string {
  return join(dataDirectory, "served-at");
}
