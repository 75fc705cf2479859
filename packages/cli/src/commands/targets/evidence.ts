import type { EvidenceBundle } from "@vedette/contract/evidence/evidence-bundles.ts";
import { defineCommand } from "../../command-line/command.ts";
import { printableLine } from "../../command-line/printable.ts";
import { Connection } from "../../connection.ts";
import { EXIT } from "../../exit-codes.ts";

/** Longer than the server waits for its runners. */
const COLLECT_TIMEOUT_MS = 90_000;

export const listEvidence = defineCommand({
  words: "evidence",
  summary: "Lists why a target went down, newest first; --json has the facts",
  arguments: { target: { summary: "ID of the target" } },
  options: {
    collect: { type: "boolean", summary: "look at the target now, which takes up to 20 seconds" },
    alert: { type: "string", value: "id", summary: "only evidence about this alert" },
  },
  async run({ arguments: { target }, options: { collect, alert } }, context) {
    const connection = new Connection(context.settings());
    const path = `targets/${encodeURIComponent(target)}/evidence`;
    const bundles = collect
      ? [
          (await connection.send<EvidenceBundle>({ method: "POST", path, timeoutMs: COLLECT_TIMEOUT_MS }))
            .data,
        ]
      : (await connection.send<EvidenceBundle[]>({ method: "GET", path: `${path}${queryOf(alert)}` })).data;
    await context.writeList(bundles, () => ({
      columns: ["collected", "layer", "scope", "certainty", "verdict"],
      cells: bundles.map(cellsOf),
      empty: "There is no evidence. It is collected when the target goes down.",
    }));
    return EXIT.ok;
  },
});

function queryOf(alert: string | undefined): string {
  return alert === undefined ? "" : `?alert_id=${encodeURIComponent(alert)}`;
}

function cellsOf({ at, verdict: { layer, scope, certainty, summary } }: EvidenceBundle): string[] {
  return [at, layer, scope, layer === "none" ? "–" : certainty, printableLine(summary)];
}
