import type { ApiMonitorImport } from "@vedette/contract/api-monitors/api-monitor-import.ts";
import { Client } from "../../client.ts";
import { defineCommand } from "../../command-line/command.ts";
import type { CommandContext } from "../../command-line/command-context.ts";
import { printable, printableLine } from "../../command-line/printable.ts";
import { tableText } from "../../command-line/table.ts";
import { readDocument } from "../../document-file.ts";
import { EXIT } from "../../exit-codes.ts";

export const importApiMonitors = defineCommand({
  words: "api-monitors import",
  summary:
    "Creates API monitors from a cURL command, HAR, Postman collection, OpenAPI or Swagger document and prints their IDs",
  arguments: { file: { summary: "file; - is standard input" } },
  options: {
    format: {
      type: "string",
      value: "format",
      summary: "format of the file",
      choices: ["curl", "har", "postman", "openapi"],
    },
    name: { type: "string", value: "name", summary: "name of the API monitor" },
    tag: {
      type: "string",
      value: "tag",
      summary: "tag of operations to import; may be repeated",
      isList: true,
    },
    method: {
      type: "string",
      value: "method",
      summary: "method of operations to import; may be repeated",
      isList: true,
    },
    path: {
      type: "string",
      value: "path",
      summary: "path of operations to import; may be repeated",
      isList: true,
    },
    "dry-run": { type: "boolean", summary: "print what would be created" },
    enable: { type: "boolean", summary: "also enable API monitors with steps that write" },
  },
  async run({ arguments: { file }, options }, context) {
    const client = new Client(context.settings());
    const isDryRun = options["dry-run"];
    const imported = await client.importApiMonitors(await readDocument(file, context), {
      format: options.format,
      name: options.name,
      select: {
        ...(options.tag && { tags: options.tag }),
        ...(options.method && { methods: options.method.map((method) => method.toUpperCase()) }),
        ...(options.path && { paths: options.path }),
      },
      isDryRun,
      isEnabled: options.enable,
    });
    await context.write(imported, () => (isDryRun ? previewText(imported) : imported.created.join("\n")));
    printNotes(imported, context);
    return EXIT.ok;
  },
});

/** Formats the API monitors with their steps, or the operations if the document has too many for one import. */
function previewText({ api_monitors: monitors, operations }: ApiMonitorImport): string {
  if (monitors.length === 0) {
    const rows = operations.map(({ method, path, tag, name }) =>
      [method, path, tag, name].map(printableLine),
    );
    return tableText([["METHOD", "PATH", "TAG", "NAME"], ...rows]);
  }
  return monitors
    .map(({ name, steps, enabled }) => {
      const rows = steps.map((step) => [
        `  ${printableLine(step.method)}`,
        printableLine(step.url),
        isWriting(step) ? "writes" : "",
        printableLine(step.name),
      ]);
      return `${printableLine(name)}: ${summary({ steps, enabled })}\n${tableText(rows)}`;
    })
    .join("\n");
}

function printNotes(imported: ApiMonitorImport, { complain }: CommandContext): void {
  const { api_monitors: monitors, variables, not_imported: left, dry_run: isDryRun } = imported;
  if (!isDryRun) {
    for (const monitor of monitors) complain(`${printableLine(monitor.name)}: ${summary(monitor)}.`);
  }
  if (variables.length > 0) {
    const lines = variables.map(
      ({ name, is_secret: isSecret, why }) => `  ${name}${isSecret ? " (secret)" : ""}: ${why}`,
    );
    complain(printable(`Create these variables first:\n${lines.join("\n")}`));
  }
  if (left.length > 0) {
    const lines = left.map((note) => `  ${[note.where, note.what, note.why].filter(Boolean).join(": ")}`);
    complain(printable(`Not imported:\n${lines.join("\n")}`));
  }
  if (isDryRun) complain("Nothing was created.");
}

type Monitor = ApiMonitorImport["api_monitors"][number];

function summary({ steps, enabled }: Pick<Monitor, "steps" | "enabled">): string {
  const count = steps.length === 1 ? "1 step" : `${steps.length} steps`;
  return enabled ? count : `${count}, created paused`;
}

function isWriting({ method }: { method: string }): boolean {
  return method !== "GET" && method !== "HEAD";
}
