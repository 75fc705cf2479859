import { saveReport } from "../commands/export/report-file.ts";
import { nounCommands } from "../nouns/noun-commands.ts";
import { reports } from "../nouns/report-noun.ts";

export const reportCommands = [...nounCommands(reports), saveReport];
