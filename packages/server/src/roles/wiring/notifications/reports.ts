import { createPdfPrinter } from "../../../engine/checks/browser/pdf/pdf-printer.ts";
import type { PrintPdf } from "../../../pipeline/reports/sending/report-mail.ts";
import type { Config } from "../../../platform/config/config.ts";
import { AppError } from "../../../platform/kernel/errors.ts";
import type { OwnPort } from "../../../platform/net/egress-policy.ts";
import { hiddenPaths, workDirectoryOf } from "../../threads/runner-threads.ts";
import { claimDirectory } from "../claim-directory.ts";
import type { OpenDatabase } from "../open-database.ts";

export type PdfOfReports = { printPdf: PrintPdf; close(): Promise<void> };

/** Wires the PDFs of reports to the browser of journeys. Nothing is loaded or started before the first one. */
export function preparePdf({
  config,
  ownPorts,
  openedDatabase,
}: {
  config: Config;
  ownPorts: readonly OwnPort[];
  openedDatabase: OpenDatabase;
}): PdfOfReports {
  const { chromiumPath, browserSandbox, searchPath, runsMax } = config.journeys;
  const workDirectory = workDirectoryOf(config);
  const printer = createPdfPrinter({
    ...{ chromiumPath, workDirectory, searchPath, browserSandbox },
    hiddenPaths: hiddenPaths(config, openedDatabase),
    destinations: ownPorts.map((own) => ({ host: own.address ?? "127.0.0.1", port: own.port })),
  });
  return {
    async printPdf(html, { signal }) {
      if (runsMax === 0)
        throw new AppError(
          "SERVICE_UNAVAILABLE",
          "This server starts no browser: VEDETTE_JOURNEYS_MAX is 0. Use HTML or CSV.",
        );
      await claimDirectory(workDirectory);
      return printer.print(html, { signal });
    },
    close: printer.close,
  };
}
