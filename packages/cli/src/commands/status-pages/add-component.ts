import { type Command, readArguments, readId, statusPagesOf } from "../../command.ts";
import { EXIT, UsageError } from "../../exit-codes.ts";

const usage =
  "status-pages add-component ID --name NAME [--target ID …] [--group ID …] [--tag TAG …] [--page-group ID] [--json]";

const options = {
  name: { type: "string" },
  target: { type: "string", multiple: true },
  group: { type: "string", multiple: true },
  tag: { type: "string", multiple: true },
  "page-group": { type: "string" },
} as const;

export const addPageComponent: Command = {
  usage,
  summary: "Adds a component that follows targets, groups of targets or tags, and prints its ID",
  async run(args, terminal) {
    const { values, positionals } = readArguments(args, { options, usage });
    const id = readId(positionals, { usage, noun: "status page" });
    const { name, target: targets, group: groups, tag: tags } = values;
    if (!name) throw new UsageError(`A component requires --name. Usage: vdt ${usage}`);
    const selector = {
      ...(targets && { targets }),
      ...(groups && { groups }),
      ...(tags && { tags: { any: tags } }),
    };
    const component = await statusPagesOf(values.server, terminal).addComponent(id, {
      name,
      ...(Object.keys(selector).length > 0 && { selector }),
      ...(values["page-group"] !== undefined && { group_id: values["page-group"] }),
    });
    terminal.print(values.json ? JSON.stringify(component, null, 2) : component.id);
    return EXIT.ok;
  },
};
