import type { PastState } from "@vedette/contract/past-state/past-state.ts";
import { type Command, clientOf, readArguments } from "../../command.ts";
import { EXIT, UsageError } from "../../exit-codes.ts";
import { printableLine } from "../../printable.ts";
import { tableText } from "../../table.ts";

const usage = "past-state TIME [--target ID] [--json]";

const options = { target: { type: "string" } } as const;

export const showPastState: Command = {
  usage,
  summary:
    "Prints what was known at a time, as in 2026-11-20T12:03Z: status, open alerts, what had been sent",
  async run(args, terminal) {
    const { values, positionals } = readArguments(args, { options, usage });
    const [time, ...rest] = positionals;
    if (time === undefined || rest.length > 0) throw new UsageError(`Give one time. Usage: vdt ${usage}`);
    const state = await clientOf(values.server, terminal).getPastState({
      at: time,
      ...(values.target !== undefined && { target_id: values.target }),
    });
    terminal.print(values.json ? JSON.stringify(state, null, 2) : textOf(state));
    return EXIT.ok;
  },
};

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
