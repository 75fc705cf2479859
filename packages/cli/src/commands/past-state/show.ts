import type { PastState } from "@vedette/contract/past-state/past-state.ts";
import { Client } from "../../client.ts";
import { defineCommand } from "../../command-line/command.ts";
import { printableLine } from "../../command-line/printable.ts";
import { tableText } from "../../command-line/table.ts";
import { EXIT } from "../../exit-codes.ts";

export const showPastState = defineCommand({
  words: "past-state",
  summary:
    "Prints what was known at a time, as in 2026-11-20T12:03:00Z: status, open alerts, what had been sent",
  arguments: { time: { summary: "time, as in 2026-11-20T12:03:00Z" } },
  options: {
    target: { type: "string", value: "id", summary: "ID of a target" },
  },
  async run({ arguments: { time }, options }, context) {
    const state = await new Client(context.settings()).getPastState({
      at: time,
      ...(options.target !== undefined && { target_id: options.target }),
    });
    await context.write(state, () => textOf(state));
    return EXIT.ok;
  },
});

function textOf({ at, targets, alerts, deliveries }: PastState): string {
  const rows = [
    ...targets.map(({ name, status, status_since: since, observed }) => [
      `${status}${observed ? "" : " (not measured)"}`,
      printableLine(name),
      `since ${since}`,
    ]),
    ...alerts.map(({ title, triggered_at: opened, acknowledged_at: acknowledged }) => [
      "alert",
      printableLine(title),
      `since ${opened}${acknowledged === null ? "" : `, acknowledged ${acknowledged}`}`,
    ]),
    ...deliveries.map(({ at: sent, title, channel, ok, error }) => [
      ok ? "sent" : "failed",
      printableLine(`${title ?? "message to the owners"} to ${channel ?? "a deleted channel"}`),
      `${sent}${error === null ? "" : `: ${printableLine(error)}`}`,
    ]),
  ];
  return `As of ${at}:\n${tableText(rows)}`;
}
