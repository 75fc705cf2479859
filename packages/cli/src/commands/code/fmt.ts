import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { faultText } from "@vedette/code-files/check-document.ts";
import { filesOf } from "@vedette/code-files/find-files.ts";
import { parseYaml } from "@vedette/code-files/parse-yaml.ts";
import { PositionMap } from "@vedette/code-files/positions.ts";
import { FileError } from "@vedette/code-files/project-folder.ts";
import { formatYaml } from "../../code/format-yaml.ts";
import { defineCommand } from "../../command-line/command.ts";
import type { Terminal } from "../../command-line/command-context.ts";
import { printable } from "../../command-line/printable.ts";
import { EXIT, UsageError } from "../../exit-codes.ts";
import { PATHS } from "./options.ts";

export const formatFiles = defineCommand({
  words: "code fmt",
  summary: "Formats the YAML files of a project and keeps their comments",
  arguments: PATHS,
  options: { check: { type: "boolean", summary: "Write nothing; exit with 1 if a file would change" } },
  async run({ arguments: { paths = [] }, options: { check } }, context) {
    let isClean = true;
    for (const file of yamlFiles(paths, context)) {
      const path = resolve(context.folder, file);
      const text = readFileSync(path, "utf8");
      const formatted = formatYaml(text);
      if (formatted === null) {
        const { faults } = parseYaml({ text, file, at: [], positions: new PositionMap() });
        for (const fault of faults) context.complain(printable(faultText(fault)));
        isClean = false;
      } else if (formatted !== text) {
        context.print(file);
        if (check) isClean = false;
        else writeFileSync(path, formatted);
      }
    }
    return isClean ? EXIT.ok : EXIT.down;
  },
});

function yamlFiles(paths: readonly string[], { folder }: Terminal): string[] {
  try {
    return filesOf(folder, paths).filter((file) => /\.ya?ml$/.test(file));
  } catch (error) {
    if (error instanceof FileError) throw new UsageError(`${folder} ${error.message}.`);
    throw error;
  }
}
