import { type Command, readArguments, readId, statusPagesOf } from "../../command.ts";
import { EXIT } from "../../exit-codes.ts";

const usage = "status-pages status ID [--json]";

export const showPageStatus: Command = {
  usage,
  summary: "Shows what visitors of a status page see now",
  async run(args, terminal) {
    const { values, positionals } = readArguments(args, { options: {}, usage });
    const id = readId(positionals, { usage, noun: "status page" });
    const state = await statusPagesOf(values.server, terminal).getStatus(id);
    if (values.json) terminal.print(JSON.stringify(state, null, 2));
    else
      terminal.print(
        [
          `${state.is_measured ? state.status : `${state.status} (not measured)`} as of ${state.as_of}`,
          `unresolved incidents: ${state.unresolved_incidents}`,
          `active maintenances: ${state.active_maintenances}`,
        ].join("\n"),
      );
    return EXIT.ok;
  },
};
