import type { Drill } from "@vedette/contract/on-call/drills.ts";
import { defineCommand } from "../../command-line/command.ts";
import { printableLine } from "../../command-line/printable.ts";
import { EXIT } from "../../exit-codes.ts";
import { OnCallClient } from "../../on-call-client.ts";

const policy = { summary: "ID of the escalation policy" };

export const startDrill = defineCommand({
  words: "policies drill",
  summary: "Starts a fire drill: a marked test through all steps of the policy, without an alert",
  arguments: { id: policy },
  async run({ arguments: { id } }, context) {
    const drill = await new OnCallClient(context.settings()).startDrill(id);
    await context.write(drill, () => drill.id);
    return EXIT.ok;
  },
});

export const listPolicyDrills = defineCommand({
  words: "policies drills",
  summary: "Lists the newest fire drills of a policy and what became of their messages",
  arguments: { id: policy },
  async run({ arguments: { id } }, context) {
    const drills = await new OnCallClient(context.settings()).listDrills(id);
    await context.writeList(drills, () => ({
      columns: ["started", "state", "steps", "sent", "failed", "acknowledged by", "id"],
      cells: drills.map((drill) => [
        ...[drill.escalation.started_at, drill.escalation.state, `${drill.escalation.steps.length}`],
        ...[`${countReceipts(drill, "sent")}`, `${countReceipts(drill, "failed")}`],
        ...[drill.acknowledgements.map(({ name }) => printableLine(name)).join(", ") || "–", drill.id],
      ]),
      empty: "There are no fire drills of this policy.",
    }));
    return EXIT.ok;
  },
});

function countReceipts({ escalation }: Drill, status: "sent" | "failed"): number {
  const receipts = escalation.steps.flatMap(({ notified }) => notified.flatMap((one) => one.receipts));
  return receipts.filter((receipt) => receipt.status === status).length;
}
