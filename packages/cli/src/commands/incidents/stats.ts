import { defineCommand } from "../../command-line/command.ts";
import { EXIT } from "../../exit-codes.ts";
import { IncidentClient } from "../../incident-client.ts";

export const showIncidentStats = defineCommand({
  words: "incidents stats",
  summary: "Prints the number of incidents of the last 30 days, MTTA and MTTR in seconds",
  async run(_input, context) {
    const stats = await new IncidentClient(context.settings()).getStats();
    const { incidents, acknowledged, resolved, mtta_seconds: mtta, mttr_seconds: mttr } = stats;
    const lines = [
      `${incidents} incidents, ${acknowledged} acknowledged, ${resolved} resolved`,
      `MTTA ${secondsText(mtta)}`,
      `MTTR ${secondsText(mttr)}`,
    ];
    await context.write(stats, () => lines.join("\n"));
    return EXIT.ok;
  },
});

function secondsText(seconds: number | null): string {
  return seconds === null ? "–" : `${Math.round(seconds)} s`;
}
