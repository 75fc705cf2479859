import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { CodeExport } from "@vedette/contract/code/code-projects.ts";
import { CodeClient } from "../../code/code-client.ts";
import { FILE_NAMES, writeDocument } from "../../code/write-document.ts";
import { defineCommand } from "../../command-line/command.ts";
import { printable } from "../../command-line/printable.ts";
import { EXIT, UsageError } from "../../exit-codes.ts";
import { parseSelector } from "../../parse-selector.ts";

export const exportCode = defineCommand({
  words: "code export",
  summary: "Writes a project, or what no project owns, as files of monitoring as code",
  options: {
    project: { type: "string", value: "name", summary: "Project to export" },
    selector: {
      type: "string",
      value: "json",
      summary: 'Targets that no project owns, such as {"tags":{"any":["shop"]}}; {} for all',
    },
    format: { type: "string", value: "format", choices: ["yaml", "ts"], summary: "Format of the file" },
    out: { type: "string", value: "folder", summary: "Folder of the file (default: standard output)" },
    force: { type: "boolean", summary: "Replace the file if it exists" },
  },
  async run({ options }, context) {
    const { project, selector, format = "yaml", out, force } = options;
    if ((project === undefined) === (selector === undefined)) {
      throw new UsageError("Name either a project with --project, or targets with --selector.");
    }
    const path = out === undefined ? null : join(resolve(context.folder, out), FILE_NAMES[format]);
    if (path !== null && existsSync(path) && !force) {
      throw new UsageError(`${path} exists: pass --force to replace it, or name another folder.`);
    }
    const client = new CodeClient(context.settings());
    const exported =
      project === undefined
        ? await client.exportUnmanaged({ selector: parseSelector(selector ?? "") })
        : await client.exportProject(project);
    const text = writeDocument(exported.document, format);
    if (path === null) context.print(text.trimEnd());
    else {
      mkdirSync(resolve(context.folder, out ?? ""), { recursive: true });
      writeFileSync(path, text);
      context.complain(`Wrote ${path}.`);
    }
    if (exported.credentials.length > 0) context.complain(printable(credentialsText(exported)));
    return EXIT.ok;
  },
});

function credentialsText({ credentials }: CodeExport): string {
  const lines = credentials.map(({ path, name }) => `  ${name}  ${path.join(".")}`);
  return `Set these environment variables before you apply:\n${lines.join("\n")}`;
}
