import { defineCommand } from "../../command-line/command.ts";
import { EXIT, UsageError } from "../../exit-codes.ts";
import { StatusPageClient } from "../../status-page-client.ts";

export const addPageComponent = defineCommand({
  words: "status-pages add-component",
  summary: "Adds a component that follows targets, groups of targets or tags, and prints its ID",
  arguments: { id: { summary: "ID of the status page" } },
  options: {
    name: { type: "string", value: "name", summary: "name of the component", isRequired: true },
    target: { type: "string", value: "id", summary: "ID of a target; may be repeated", isList: true },
    group: {
      type: "string",
      value: "id",
      summary: "ID of a group of targets; may be repeated",
      isList: true,
    },
    tag: { type: "string", value: "tag", summary: "tag of targets; may be repeated", isList: true },
    "page-group": { type: "string", value: "id", summary: "ID of the group on the page" },
  },
  async run({ arguments: { id }, options }, context) {
    const { name, target: targets, group: groups, tag: tags } = options;
    if (!name) throw new UsageError(`A component requires --name.`);
    const selector = {
      ...(targets && { targets }),
      ...(groups && { groups }),
      ...(tags && { tags: { any: tags } }),
    };
    const component = await new StatusPageClient(context.settings()).addComponent(id, {
      name,
      ...(Object.keys(selector).length > 0 && { selector }),
      ...(options["page-group"] !== undefined && { group_id: options["page-group"] }),
    });
    await context.write(component, () => component.id);
    return EXIT.ok;
  },
});
