import { testExporter } from "../commands/exporters/test.ts";
import { nounCommands } from "../nouns/noun-commands.ts";
import { exporters } from "../nouns/telemetry-nouns.ts";

export const exporterCommands = [...nounCommands(exporters), testExporter];
