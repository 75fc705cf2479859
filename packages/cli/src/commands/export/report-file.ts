import { defineCommand } from "../../command-line/command.ts";
import { EXIT, UsageError } from "../../exit-codes.ts";
import { saveBody } from "./save-body.ts";

export const saveReport = defineCommand({
  words: "reports save",
  summary: "Saves a report of the last period, or of any time, as HTML, PDF or CSV",
  arguments: { id: { summary: "ID of the report" } },
  options: {
    format: { type: "string", value: "format", summary: "format", choices: ["html", "pdf", "csv"] },
    from: { type: "string", value: "time", summary: "start, as in 2026-01-31T00:00:00Z" },
    to: { type: "string", value: "time", summary: "end, with --from (default: now)" },
    file: { type: "string", value: "file", short: "f", summary: "file to write (default: standard output)" },
  },
  async run({ arguments: { id }, options: { format = "html", from, to, file } }, context) {
    if (format === "pdf" && file === undefined) throw new UsageError("A PDF needs --file.");
    const query = new URLSearchParams({ format, ...(from && { from }), ...(to && { to }) });
    await saveBody(context, { path: `reports/${encodeURIComponent(id)}/preview?${query}`, file });
    return EXIT.ok;
  },
});
