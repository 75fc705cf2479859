import type { SloReport } from "@vedette/contract/slos/slo-report.ts";
import { defineCommand } from "../../command-line/command.ts";
import { Connection } from "../../connection.ts";
import { EXIT } from "../../exit-codes.ts";

export const showSloReport = defineCommand({
  words: "slos report",
  summary: "Prints the attainment, the error budget and the burn rates of an SLO now",
  arguments: { id: { summary: "ID of the SLO" } },
  async run({ arguments: { id } }, context) {
    const connection = new Connection(context.settings());
    const path = `slos/${encodeURIComponent(id)}/report`;
    const { data } = await connection.send<SloReport>({ method: "GET", path });
    await context.writeList(data, () => ({
      columns: ["figure", "value"],
      cells: rowsOf(data),
      empty: "There is no report.",
    }));
    return EXIT.ok;
  },
});

function rowsOf(report: SloReport): string[][] {
  const { budget, excluded, unit, burn_rates: rates } = report;
  return [
    ["state", report.state.replaceAll("_", " ")],
    ["attainment", report.attainment === null ? "no data" : `${report.attainment} %`],
    ["objective", `${report.objective} %`],
    ["from", report.from],
    ["to", report.to],
    ["window is full", report.is_full ? "yes" : "no"],
    ["bad", `${report.bad} of ${report.good + report.bad} ${unit}`],
    ["budget left", budget === null ? "no data" : `${budget.left} ${unit}, ${budget.left_percentage} %`],
    ["missed", `${excluded.missed_seconds} seconds`],
    ["maintenance", `${excluded.maintenance_seconds} seconds`],
    ...rates.map(({ pair, long, short, factor }) => [
      `burn rate ${pair}`,
      `${long ?? "no data"}, short window ${short ?? "no data"}, threshold ${factor}`,
    ]),
  ];
}
