import { defineCommand } from "../../command-line/command.ts";
import { EXIT } from "../../exit-codes.ts";
import { StatusPageClient } from "../../status-page-client.ts";

export const showPageStatus = defineCommand({
  words: "status-pages status",
  summary: "Shows what visitors of a status page see now",
  arguments: { id: { summary: "ID of the status page" } },
  async run({ arguments: { id } }, context) {
    const state = await new StatusPageClient(context.settings()).getStatus(id);
    await context.write(state, () =>
      [
        `${state.is_measured ? state.status : `${state.status} (not measured)`} as of ${state.as_of}`,
        `unresolved incidents: ${state.unresolved_incidents}`,
        `active maintenances: ${state.active_maintenances}`,
      ].join("\n"),
    );
    return EXIT.ok;
  },
});
