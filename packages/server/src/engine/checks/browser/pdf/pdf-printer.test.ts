import { chmod, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { missingChromium } from "../../../../../test/journey-harness.ts";
import { AppError } from "../../../../platform/kernel/errors.ts";
import { createPdfPrinter, type PdfPrinter, type PdfPrinterOptions } from "./pdf-printer.ts";

const missing = await missingChromium();

let folder: string;
let printer: PdfPrinter;
const start = (options: Partial<PdfPrinterOptions> = {}) => {
  printer = createPdfPrinter({
    ...{ chromiumPath: null, workDirectory: folder, searchPath: process.env.PATH ?? "" },
    ...{ browserSandbox: "preferred", hiddenPaths: [], destinations: [] },
    ...options,
  });
  return printer;
};
const { signal } = new AbortController();
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "vdt-pdf-"));
  await chmod(folder, 0o711);
});
afterEach(async () => {
  await printer.close();
  await rm(folder, { recursive: true, force: true });
});

test("without a browser, the error says what to install", async () => {
  const failed = start({ chromiumPath: "/nonexistent/chromium" }).print("<p>a</p>", { signal });
  await expect(failed).rejects.toThrow(AppError);
  await expect(failed).rejects.toThrow(/cannot make a PDF now: .*\/nonexistent\/chromium/);
});

describe.skipIf(missing !== null)(`a PDF${missing ? `: ${missing}` : ""}`, () => {
  test("contains the document, without network and scripts", async () => {
    const requests: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      requests.push(request.url);
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      start();
      const html = `<h1>Report</h1><img src="${url}/image"><link rel="stylesheet" href="${url}/style">
        <script>for (;;) document.title = "runs"</script>${"<p style='break-after: page'>page</p>".repeat(3)}`;
      const one = await printer.print(html, { signal });
      expect(one.subarray(0, 5).toString()).toBe("%PDF-");
      expect(one.toString("latin1").match(/\/Type \/Page\b/g)?.length).toBeGreaterThanOrEqual(3);
      expect(requests).toEqual([]);
    } finally {
      server.close();
    }
  });
});
