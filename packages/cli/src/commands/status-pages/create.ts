import { assertNoPositionals, type Command, readArguments, statusPagesOf } from "../../command.ts";
import { EXIT, UsageError } from "../../exit-codes.ts";

const usage = "status-pages create [--slug SLUG --title TITLE] [--suggested] [--publish] [--json]";

const options = {
  slug: { type: "string" },
  title: { type: "string" },
  suggested: { type: "boolean", default: false },
  publish: { type: "boolean", default: false },
} as const;

export const createStatusPage: Command = {
  usage,
  summary:
    "Creates a status page and prints its ID; --suggested adds components for groups, tags and targets",
  async run(args, terminal) {
    const { values, positionals } = readArguments(args, { options, usage });
    assertNoPositionals(positionals, usage);
    const pages = statusPagesOf(values.server, terminal);
    const suggestion = values.suggested ? await pages.suggest() : null;
    const { slug = suggestion?.slug, title = suggestion?.title, publish: published } = values;
    if (!slug || !title)
      throw new UsageError(`A status page requires --slug and --title, or --suggested. Usage: vdt ${usage}`);
    const components = suggestion?.components.map(({ name, selector }) => ({ name, selector }));
    const page = await pages.create({ slug, title, published, ...(components && { components }) });
    terminal.print(values.json ? JSON.stringify(page, null, 2) : page.id);
    return EXIT.ok;
  },
};
