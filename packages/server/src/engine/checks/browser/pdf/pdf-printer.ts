import { AppError } from "../../../../platform/kernel/errors.ts";
import { RunnerError } from "../../../../platform/net/net-failure.ts";
import { createBrowserIsolation, type SandboxRequirement } from "../chromium/browser-isolation.ts";
import { WarmBrowser } from "../chromium/warm-browser.ts";
import type { ProofPlan } from "../sandbox/prove.ts";
import { createSandboxProver } from "../sandbox/sandbox-prover.ts";
import { SCRIPT_LIMITS } from "../sandbox/script-limits.ts";
import { withTimeout } from "../with-timeout.ts";

/**
 * Makes PDFs of complete HTML documents in the browser of journeys: isolated in the same way, without network and without
 * scripts, and a new browser for each document. It must never know what a document is about.
 */
export type PdfPrinter = {
  /** Throws SERVICE_UNAVAILABLE if no browser is available, if too many documents wait, or after the deadline. */
  print(html: string, options: { signal: AbortSignal }): Promise<Buffer>;
  close(): Promise<void>;
};

export type PdfPrinterOptions = Pick<ProofPlan, "hiddenPaths" | "destinations"> & {
  /** VEDETTE_CHROMIUM. */
  chromiumPath: string | null;
  /** Parent of the working folders of browsers. */
  workDirectory: string;
  searchPath: string;
  browserSandbox: SandboxRequirement;
  /** Of one document, without the wait for others. */
  deadlineMs?: number;
};

/** A report of 1,000 targets took 23 s on a machine of two cores with a load of 38, mostly waiting for a core. */
const DEADLINE_MS = 60_000;
/** A browser takes 300 MB: one document at a time, and few that wait. */
const WAITING_MAX = 4;

export function createPdfPrinter(options: PdfPrinterOptions): PdfPrinter {
  const { chromiumPath, searchPath, workDirectory, hiddenPaths, destinations } = options;
  const scratchRoot = `${workDirectory}/sandboxes`;
  const proving = createSandboxProver({ scratchRoot, limits: SCRIPT_LIMITS, hiddenPaths, destinations });
  const isolation = createBrowserIsolation(proving, options.browserSandbox);
  const browser = new WarmBrowser({ chromiumPath, searchPath, scratchRoot, isolation, runsMax: 1 });
  const deadlineMs = options.deadlineMs ?? DEADLINE_MS;
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();

  async function printOne(html: string, signal: AbortSignal): Promise<Buffer> {
    signal.throwIfAborted();
    const lease = await browser.lease({ javaScriptEnabled: false }, null);
    try {
      const printing = printIn(lease.context, html);
      const bytes = await withTimeout(deadlineMs, printing);
      if (bytes !== null) return bytes;
      throw new RunnerError(`the document was not finished within ${deadlineMs / 1_000} s`);
    } finally {
      await lease.release();
    }
  }

  return {
    async print(html, { signal }) {
      if (waiting >= WAITING_MAX)
        throw new AppError("SERVICE_UNAVAILABLE", "Too many PDFs are being made. Try again in a minute.", {
          retryAfterSeconds: 60,
        });
      waiting += 1;
      const printing = last.then(() => printOne(html, signal));
      last = printing.catch(() => null);
      try {
        return await printing;
      } catch (error) {
        if (!(error instanceof RunnerError)) throw error;
        throw new AppError("SERVICE_UNAVAILABLE", `This server cannot make a PDF now: ${error.message}`, {
          cause: error,
        });
      } finally {
        waiting -= 1;
      }
    },
    close: () => browser.close(),
  };
}

type Context = Awaited<ReturnType<WarmBrowser["lease"]>>["context"];

const MARGIN = { top: "14mm", right: "12mm", bottom: "16mm", left: "12mm" };
/** Chromium replaces the contents of these classes. */
const FOOTER =
  '<div style="width:100%;font-size:8px;text-align:center;color:#666"><span class="pageNumber"></span> / <span class="totalPages"></span></div>';

async function printIn(context: Context, html: string): Promise<Buffer> {
  const page = await context.newPage();
  await page.setContent(html, { waitUntil: "load" });
  return page.pdf({
    ...{ format: "A4", margin: MARGIN, printBackground: true },
    ...{ displayHeaderFooter: true, headerTemplate: "<span></span>", footerTemplate: FOOTER },
  });
}
