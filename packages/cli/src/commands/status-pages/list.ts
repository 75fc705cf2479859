import { assertNoPositionals, type Command, readArguments, statusPagesOf } from "../../command.ts";
import { EXIT } from "../../exit-codes.ts";
import { printableLine } from "../../printable.ts";
import { tableText } from "../../table.ts";

const usage = "status-pages list [--json]";

export const listStatusPages: Command = {
  usage,
  summary: "Lists status pages by title, with address and access",
  async run(args, terminal) {
    const { values, positionals } = readArguments(args, { options: {}, usage });
    assertNoPositionals(positionals, usage);
    const pages = await statusPagesOf(values.server, terminal).list();
    if (values.json) terminal.print(JSON.stringify(pages, null, 2));
    else if (pages.length > 0)
      terminal.print(
        tableText(
          pages.map(({ id, title, url, published, access }) => [
            printableLine(title),
            published ? access : "not published",
            url,
            id,
          ]),
        ),
      );
    else terminal.complain("There are no status pages.");
    return EXIT.ok;
  },
};
