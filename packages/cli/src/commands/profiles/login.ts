import { defineCommand } from "../../command-line/command.ts";
import type { CommandContext } from "../../command-line/command-context.ts";
import { printableLine } from "../../command-line/printable.ts";
import { EXIT, UsageError } from "../../exit-codes.ts";
import { readProfiles, writeProfiles } from "../../profiles/profile-file.ts";
import { assertKey, DEFAULT_URL, parseServer } from "../../settings.ts";
import { keyOfDevice } from "./device-login.ts";
import { organizationOfKey } from "./organization-of-key.ts";

/** An API key is much shorter. */
const INPUT_BYTES_MAX = 10_000;
const PROFILE_DEFAULT = "default";

export const login = defineCommand({
  words: "login",
  summary:
    "Asks for a server and an API key, verifies them, and stores them as a profile, which becomes the current one; with --device you approve a new key in the dashboard instead",
  options: {
    "key-stdin": { type: "boolean", summary: "read the key from standard input" },
    device: { type: "boolean", summary: "get a key that you approve in the dashboard, in any browser" },
  },
  async run({ options }, context) {
    const { "key-stdin": isFromInput, device: isDevice } = options;
    if (isFromInput && isDevice) throw new UsageError("Use either --key-stdin or --device.");
    const server = await chooseServer(context, isFromInput);
    if (server.protocol === "http:" && !isLoopback(server.hostname))
      context.complain(
        `${server.host} is reached without encryption, so others may read the key: use https.`,
      );
    const key = isDevice
      ? await keyOfDevice(server, context)
      : assertKey(isFromInput ? await readKey(context) : await ask(context, "API key: ", true), "The input");
    const organization = await organizationOfKey({ url: server, key });
    const { profile = context.env.VEDETTE_PROFILE || PROFILE_DEFAULT } = context.globals;
    const { profiles } = readProfiles(context.env);
    const stored = { server: server.href, key };
    writeProfiles({ current: profile, profiles: { ...profiles, [profile]: stored } }, context.env);
    const result = { profile, server: server.href, organization };
    await context.write(
      result,
      () =>
        `Logged in to ${server.href} as a key of ${printableLine(organization.name)} (profile ${profile}).`,
    );
    return EXIT.ok;
  },
});

async function chooseServer(context: CommandContext, isFromInput: boolean): Promise<URL> {
  const { globals, env } = context;
  if (globals.server !== undefined) return parseServer(globals.server, "--server");
  if (env.VEDETTE_URL) return parseServer(env.VEDETTE_URL, "VEDETTE_URL");
  if (isFromInput) throw new UsageError("--key-stdin requires --server or VEDETTE_URL.");
  const answer = await ask(context, `Server [${DEFAULT_URL}]: `, false);
  return parseServer(answer === "" ? DEFAULT_URL : answer, "The server");
}

async function ask({ ask: askUser }: CommandContext, question: string, isHidden: boolean): Promise<string> {
  if (askUser !== null) return askUser(question, { isHidden });
  throw new UsageError(
    "There is no terminal to ask on. Run: vdt login --server URL --key-stdin, with the key as standard input.",
  );
}

async function readKey({ openInput }: CommandContext): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of openInput()) {
    bytes += chunk.length;
    if (bytes > INPUT_BYTES_MAX) throw new UsageError("Standard input is too long for an API key.");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8").trim();
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "[::1]" || /^127\./.test(host);
}
