import { defineCommand } from "../../command-line/command.ts";
import { printableLine } from "../../command-line/printable.ts";
import { EXIT } from "../../exit-codes.ts";
import { RuleClient } from "./rule-client.ts";

export const showNoise = defineCommand({
  words: "rules noise",
  summary: "Prints the noise of each rule in a month: its score, and the alerts behind it",
  options: {
    month: { type: "string", value: "month", summary: "month, as in 2026-01 (default: this month)" },
  },
  async run({ options: { month } }, context) {
    const report = await new RuleClient(context.settings()).readNoise(month);
    await context.writeList(report.rules, () => ({
      columns: ["score", "alerts", "brief", "repeated", "at night", "acknowledged", "id", "name"],
      cells: report.rules.map((rule) => [
        ...[rule.score, rule.alerts, rule.brief, rule.repeated, rule.at_night, rule.acknowledged].map(String),
        rule.rule_id,
        printableLine(rule.name),
      ]),
      empty: `No rule opened an alert in ${report.month}.`,
    }));
    return EXIT.ok;
  },
});
