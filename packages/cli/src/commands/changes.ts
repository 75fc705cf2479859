import type { AlertChange, TargetChange } from "@vedette/contract/changes/changes.ts";
import { defineCommand } from "../command-line/command.ts";
import { printableLine } from "../command-line/printable.ts";
import { Connection } from "../connection.ts";
import { EXIT, UsageError } from "../exit-codes.ts";
import { ResourceClient } from "../nouns/resource-client.ts";

export const changes = defineCommand({
  words: "changes",
  summary: "Lists what changed at a target, newest first, or before an alert, the most likely cause first",
  arguments: { target: { summary: "ID of the target", isOptional: true } },
  options: {
    alert: { type: "string", value: "id", summary: "ID of an alert, instead of a target" },
    from: { type: "string", value: "time", summary: "earliest time, as in 2026-01-31T12:00:00Z" },
    to: { type: "string", value: "time", summary: "end, as in 2026-01-31T12:00:00Z" },
    limit: { type: "number", value: "number", summary: "maximum number of changes (default: 50)" },
  },
  async run({ arguments: { target }, options: { alert, from, to, limit = LIMIT } }, context) {
    if ((target === undefined) === (alert === undefined))
      throw new UsageError("This command requires the ID of a target or --alert, and not both.");
    const settings = context.settings();
    const found =
      alert === undefined
        ? (
            await new ResourceClient(settings).list<TargetChange>(
              `targets/${encodeURIComponent(target ?? "")}/changes`,
              {
                ...{ query: { ...(from && { from }), ...(to && { to }) }, limit, isPaged: true },
              },
            )
          ).rows
        : (
            await new Connection(settings).send<AlertChange[]>({
              ...{ method: "GET", path: `alerts/${encodeURIComponent(alert)}/changes` },
            })
          ).data.slice(0, limit);
    await context.writeList(found, () => ({
      columns: ["time", "kind", "change", "by"],
      cells: found.map(({ at, kind, summary, by, locations }) => [
        at,
        kind,
        printableLine(summary),
        printableLine(by ?? locations.join(", ")),
      ]),
      empty: "Nothing changed.",
    }));
    return EXIT.ok;
  },
});

const LIMIT = 50;
