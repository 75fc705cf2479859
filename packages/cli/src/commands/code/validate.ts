import { readProject } from "../../code/project-files.ts";
import { defineCommand } from "../../command-line/command.ts";
import { EXIT } from "../../exit-codes.ts";
import { PATHS } from "./options.ts";

export const validateProject = defineCommand({
  words: "code validate",
  summary: "Validates the files of a project without a server, and prints every fault",
  arguments: PATHS,
  async run({ arguments: { paths = [] } }, context) {
    const project = await readProject(paths, context);
    if (!project) return EXIT.down;
    const { read, loaded } = project;
    const counts = { project: read.project, files: loaded.files, resources: read.resources.length };
    await context.write(
      counts,
      () => `Valid: ${counts.resources} resources of '${read.project}' in ${loaded.files.length} files.`,
    );
    return EXIT.ok;
  },
});
