import { GROUP_ROLLUPS } from "@vedette/contract/common/rollups.ts";
import { assertNoPositionals, type Command, clientOf, readArguments } from "../../command.ts";
import { EXIT, UsageError } from "../../exit-codes.ts";

const usage = "groups create --name NAME [--parent ID] [--rollup worst|quorum|all] [--json]";

const options = {
  name: { type: "string" },
  parent: { type: "string" },
  rollup: { type: "string" },
} as const;

export const createGroup: Command = {
  usage,
  summary: "Creates a group, at the top or in the group PARENT, and prints its ID",
  async run(args, terminal) {
    const { values, positionals } = readArguments(args, { options, usage });
    assertNoPositionals(positionals, usage);
    const { name, parent } = values;
    if (!name) throw new UsageError(`A group requires --name. Usage: vdt ${usage}`);
    const rollup = GROUP_ROLLUPS.find((one) => one === values.rollup);
    if (values.rollup !== undefined && rollup === undefined)
      throw new UsageError(`--rollup must be ${GROUP_ROLLUPS.join(", ")}. Usage: vdt ${usage}`);
    const group = await clientOf(values.server, terminal).createGroup({
      name,
      ...(parent !== undefined && { parent_id: parent }),
      ...(rollup && { rollup }),
    });
    terminal.print(values.json ? JSON.stringify(group, null, 2) : group.id);
    return EXIT.ok;
  },
};
