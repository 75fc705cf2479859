import { assertNoPositionals, type Command, readArguments, statusPagesOf } from "../../command.ts";
import { EXIT, UsageError } from "../../exit-codes.ts";

const usage = "status-pages create --slug SLUG --title TITLE [--publish] [--json]";

const options = {
  slug: { type: "string" },
  title: { type: "string" },
  publish: { type: "boolean", default: false },
} as const;

export const createStatusPage: Command = {
  usage,
  summary: "Creates a status page and prints its ID; visitors see it once it is published",
  async run(args, terminal) {
    const { values, positionals } = readArguments(args, { options, usage });
    assertNoPositionals(positionals, usage);
    const { slug, title, publish: published } = values;
    if (!slug || !title)
      throw new UsageError(`A status page requires --slug and --title. Usage: vdt ${usage}`);
    const page = await statusPagesOf(values.server, terminal).create({ slug, title, published });
    terminal.print(values.json ? JSON.stringify(page, null, 2) : page.id);
    return EXIT.ok;
  },
};
