import type { ImportKind } from "@vedette/contract/imports/import-kinds.ts";
import type { ImportResult } from "@vedette/contract/imports/import-requests.ts";
import { type Command, defineCommand } from "../../command-line/command.ts";
import { EXIT } from "../../exit-codes.ts";
import { collectFiles } from "../../importing/collect-files.ts";
import { findEnv } from "../../importing/find-env.ts";
import { sendImport } from "../../importing/import-client.ts";
import { changesText, reportText } from "../../importing/report-text.ts";

type ToolTexts = { summary: string; files: string };

/** Declares `vdt import <tool>`. It exits with 1 if nothing in the files can be made. */
export function importCommand(kind: ImportKind, { summary, files: filesSummary }: ToolTexts): Command {
  return defineCommand({
    words: `import ${kind}`,
    summary,
    arguments: { files: { summary: filesSummary, isList: true } },
    options: {
      "dry-run": { type: "boolean", summary: "Print what would be made, with the reasons, and make nothing" },
      history: { type: "boolean", summary: "Uptime Kuma: also import statistics and changes of the status" },
      paused: { type: "boolean", summary: "Make all targets paused" },
      "env-file": {
        type: "string",
        value: "FILE",
        summary: "Variables that the files refer to, such as .env",
      },
    },
    async run({ arguments: { files: names }, options }, context) {
      const files = await collectFiles(kind, names, context);
      const env = await findEnv(kind, { files, envFile: options["env-file"], terminal: context });
      const result = await sendImport(context.settings(), kind, {
        ...{ files, env },
        isDryRun: options["dry-run"],
        withHistory: options.history,
        isPaused: options.paused,
      });
      const { made, made_with_differences, not_made } = result;
      await context.write({ made, made_with_differences, not_made }, () => reportText(result));
      context.complain(changesText(result));
      return isEmpty(result) ? EXIT.down : EXIT.ok;
    },
  });
}

function isEmpty({ made, made_with_differences: different }: ImportResult): boolean {
  return made.length + different.length === 0;
}
