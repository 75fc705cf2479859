import type { RuleTuning, TuneCombination } from "@vedette/contract/alerts/rule-tuning.ts";
import { defineCommand } from "../../command-line/command.ts";
import { tableText } from "../../command-line/table.ts";
import { EXIT } from "../../exit-codes.ts";
import { RuleClient } from "./rule-client.ts";

export const tuneRule = defineCommand({
  words: "rules tune",
  summary: "Compares other settings of a rule: alerts, delay and missed outages over past results",
  arguments: { id: { summary: "ID of the alert rule" } },
  options: {
    days: { type: "number", value: "number", summary: "number of days to replay, 1 to 30 (default: 30)" },
    target: { type: "string", value: "id", summary: "ID of one target of the rule (default: all)" },
  },
  async run({ arguments: { id }, options: { days, target } }, context) {
    const tuning = await new RuleClient(context.settings()).tune(id, {
      ...(days !== undefined && { days }),
      ...(target !== undefined && { target_id: target }),
    });
    await context.write(tuning, () => textOf(tuning));
    return EXIT.ok;
  },
});

function textOf(tuning: RuleTuning): string {
  const { days, targets, outages, combinations, measures_outages: measures } = tuning;
  const settings = Object.keys(combinations[0]?.params ?? {}).filter((key) => {
    return new Set(combinations.map(({ params }) => JSON.stringify(params[key]))).size > 1;
  });
  const head = [
    ...[...settings, "recovery", "alerts", "brief"],
    ...(measures ? ["delay", "recovery delay", "missed"] : []),
    "",
  ];
  const rows = combinations.map((each) => [
    ...settings.map((key) => String(each.params[key])),
    ...[each.recovery_threshold, each.alerts, each.brief_alerts].map(String),
    ...(measures ? outageCells(each) : []),
    markOf(each),
  ]);
  const outagesText = measures ? `, ${outages} outages of at least 5 minutes` : "";
  const facts = `${days} days, ${targets} ${targets === 1 ? "target" : "targets"}${outagesText}`;
  return `${facts}\n\n${tableText([head, ...rows])}`;
}

function outageCells(each: TuneCombination): string[] {
  return [...[each.delay_seconds, each.recovery_seconds].map(secondsText), String(each.missed_outages)];
}

function secondsText(seconds: number | null): string {
  return seconds === null ? "–" : `${seconds} s`;
}

function markOf({ is_rule: isRule, is_knee: isKnee }: TuneCombination): string {
  return [isRule && "present", isKnee && "knee"].filter(Boolean).join(", ");
}
