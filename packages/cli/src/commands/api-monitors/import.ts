import type { ApiMonitorImport } from "@vedette/contract/api-monitors/api-monitor-import.ts";
import { type Command, clientOf, readArguments, type Terminal } from "../../command.ts";
import { readDocument } from "../../document-file.ts";
import { EXIT, UsageError } from "../../exit-codes.ts";
import { printable, printableLine } from "../../printable.ts";
import { tableText } from "../../table.ts";

const usage =
  "api-monitors import FILE|- [--format curl|har|postman|openapi] [--name NAME] [--tag TAG]… [--method METHOD]… [--path PATH]… [--dry-run] [--enable] [--json]";

const options = {
  format: { type: "string" },
  name: { type: "string" },
  tag: { type: "string", multiple: true },
  method: { type: "string", multiple: true },
  path: { type: "string", multiple: true },
  "dry-run": { type: "boolean" },
  enable: { type: "boolean" },
} as const;

export const importApiMonitors: Command = {
  usage,
  summary:
    "Creates API monitors from a cURL command, HAR, Postman collection, OpenAPI or Swagger document (- is standard input) and prints their ids; --tag, --method and --path select operations, --dry-run prints what would be created, --enable also enables API monitors with writing steps",
  async run(args, terminal) {
    const { values, positionals } = readArguments(args, { options, usage });
    const [file, ...more] = positionals;
    if (!file || more.length > 0) throw new UsageError(`This command requires one file. Usage: vdt ${usage}`);
    const client = clientOf(values.server, terminal);
    const isDryRun = values["dry-run"] === true;
    const imported = await client.importApiMonitors(await readDocument(file, terminal), {
      format: values.format,
      name: values.name,
      select: {
        ...(values.tag && { tags: values.tag }),
        ...(values.method && { methods: values.method.map((method) => method.toUpperCase()) }),
        ...(values.path && { paths: values.path }),
      },
      isDryRun,
      isEnabled: values.enable === true,
    });
    if (values.json) terminal.print(JSON.stringify(imported, null, 2));
    else terminal.print(isDryRun ? previewText(imported) : imported.created.join("\n"));
    printNotes(imported, terminal);
    return EXIT.ok;
  },
};

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

function printNotes(imported: ApiMonitorImport, { complain }: Terminal): void {
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
