import process from "node:process";
import type { Logger } from "../../platform/kernel/logger.ts";

/**
 * Prints the text that a start shows on standard output. A closed pipe or a full disk there must not end the service: an
 * event `error` without a listener would.
 */
export function printWelcome(text: string, log: Logger): void {
  process.stdout.once("error", (error) => {
    log.warn("start.text_not_printed", {
      error: error.message,
      hint: "'vedette setup-link' prints a new link for the first user.",
    });
  });
  process.stdout.write(text);
}
