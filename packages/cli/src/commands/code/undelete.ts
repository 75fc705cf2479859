import { CODE_KINDS } from "@vedette/contract/code/code-keys.ts";
import { CodeClient } from "../../code/code-client.ts";
import { projectName } from "../../code/project-name.ts";
import { defineCommand } from "../../command-line/command.ts";
import { EXIT, UsageError } from "../../exit-codes.ts";

export const undeleteResource = defineCommand({
  words: "code undelete",
  summary: "Restores a target that an apply has deleted, with its history",
  arguments: {
    kind: { summary: "Kind of the resource, such as monitor" },
    key: { summary: "Key of the resource" },
  },
  options: {
    project: { type: "string", value: "name", summary: "Project (default: that of the files)" },
  },
  async run({ arguments: { kind: word, key }, options }, context) {
    const kind = CODE_KINDS.find((each) => each === word.replaceAll("-", "_"));
    if (!kind) throw new UsageError(`'${word}' is not a kind. The kinds are ${CODE_KINDS.join(", ")}.`);
    const project = await projectName(options.project, context);
    const restored = await new CodeClient(context.settings()).undelete(project, { kind, key });
    await context.write(restored, () => `Restored ${restored.kind} ${restored.key} (${restored.id}).`);
    return EXIT.ok;
  },
});
