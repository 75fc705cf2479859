import { PAGE_ACCESSES } from "@vedette/contract/status-pages/status-words.ts";
import { type Command, readArguments, readId, statusPagesOf } from "../../command.ts";
import { EXIT, UsageError } from "../../exit-codes.ts";

const usage =
  "status-pages update ID [--title TITLE] [--slug SLUG] [--publish | --unpublish] [--access public|password|members|email_domains] [--password-env NAME] [--json]";

const options = {
  title: { type: "string" },
  slug: { type: "string" },
  publish: { type: "boolean", default: false },
  unpublish: { type: "boolean", default: false },
  access: { type: "string" },
  "password-env": { type: "string" },
} as const;

export const updateStatusPage: Command = {
  usage,
  summary: "Changes the given fields of a status page; --password-env names a variable with the password",
  async run(args, terminal) {
    const { values, positionals } = readArguments(args, { options, usage });
    const id = readId(positionals, { usage, noun: "status page" });
    const { title, slug, publish, unpublish } = values;
    if (publish && unpublish)
      throw new UsageError(`Use only one of --publish and --unpublish. Usage: vdt ${usage}`);
    const access = PAGE_ACCESSES.find((one) => one === values.access);
    if (values.access !== undefined && access === undefined)
      throw new UsageError(`--access must be ${PAGE_ACCESSES.join(", ")}. Usage: vdt ${usage}`);
    const password = readPassword(values["password-env"], terminal.env);
    const page = await statusPagesOf(values.server, terminal).update(id, {
      ...(title !== undefined && { title }),
      ...(slug !== undefined && { slug }),
      ...((publish || unpublish) && { published: publish }),
      ...(access && { access }),
      ...(password !== undefined && { password }),
    });
    terminal.print(values.json ? JSON.stringify(page, null, 2) : page.url);
    return EXIT.ok;
  },
};

/** A password on the command line would be visible to other users of the machine. */
function readPassword(
  name: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  if (name === undefined) return undefined;
  const password = env[name];
  if (!password)
    throw new UsageError(`The variable ${name} of --password-env is not set. Usage: vdt ${usage}`);
  return password;
}
