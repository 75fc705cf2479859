import { assertNoPositionals, type Command, incidentsOf, readArguments } from "../../command.ts";
import { EXIT } from "../../exit-codes.ts";

const usage = "incidents stats [--json]";

export const showIncidentStats: Command = {
  usage,
  summary: "Prints the number of incidents of the last 30 days, MTTA and MTTR in seconds",
  async run(args, terminal) {
    const { values, positionals } = readArguments(args, { options: {}, usage });
    assertNoPositionals(positionals, usage);
    const stats = await incidentsOf(values.server, terminal).getStats();
    const { incidents, acknowledged, resolved, mtta_seconds: mtta, mttr_seconds: mttr } = stats;
    const lines = [
      `${incidents} incidents, ${acknowledged} acknowledged, ${resolved} resolved`,
      `MTTA ${secondsText(mtta)}`,
      `MTTR ${secondsText(mttr)}`,
    ];
    terminal.print(values.json ? JSON.stringify(stats, null, 2) : lines.join("\n"));
    return EXIT.ok;
  },
};

function secondsText(seconds: number | null): string {
  return seconds === null ? "–" : `${Math.round(seconds)} s`;
}
