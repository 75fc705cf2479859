import { randomUUID } from "node:crypto";
import { BODY_BYTES_DEFAULT, BODY_BYTES_MAX } from "@vedette/contract/heartbeats/heartbeat-limits.ts";
import { type Command, clientOf, readArguments, serverOf, type Terminal } from "../../command.ts";
import { EXIT, exitCodeOf, UsageError } from "../../exit-codes.ts";
import { OutputTail } from "./output-tail.ts";
import { PingSender } from "./ping-sender.ts";
import { runCommand } from "./run-command.ts";

const usage = "ping (ID | URL) [--no-output] [-- COMMAND [ARGUMENT …]]";

export const ping: Command = {
  usage,
  summary:
    "Runs COMMAND and pings a heartbeat with its start, exit code and the end of its output (not with --no-output); a ping that cannot be sent never stops COMMAND. Without COMMAND it sends one ping. ID is that of the heartbeat, or the UUID of its ping URL, which needs no key",
  async run(args, terminal) {
    const at = args.indexOf("--");
    const command = at === -1 ? [] : args.slice(at + 1);
    const { values, positionals } = readArguments(at === -1 ? args : args.slice(0, at), {
      options: { "no-output": { type: "boolean" } },
      usage,
    });
    const [name, ...more] = positionals;
    if (name === undefined || name === "" || more.length > 0 || (at !== -1 && command.length === 0))
      throw new UsageError(
        `This command requires one ID or URL, and a COMMAND after --. Usage: vdt ${usage}`,
      );
    const address = readAddress(name, { server: values.server, terminal });
    if (command.length === 0) {
      await new PingSender(await address()).send({ action: "", rid: null, body: null });
      return EXIT.ok;
    }
    return runAndPing(command, { address, withOutput: !values["no-output"], terminal });
  },
};

/** Finds the ping URL. A failure must not stop the command, so it is looked up beside it. */
type Address = () => Promise<URL>;

function readAddress(
  name: string,
  { server, terminal }: { server: string | undefined; terminal: Terminal },
): Address {
  const url = URL.parse(name);
  if (url?.protocol === "http:" || url?.protocol === "https:") return async () => url;
  if (!UUID.test(name)) throw new UsageError(`'${name}' is neither an ID nor a URL. Usage: vdt ${usage}`);
  const byUuid = new URL(serverOf(server, terminal));
  byUuid.pathname = `${byUuid.pathname.replace(/\/+$/, "")}/ping/${name}`;
  if ((terminal.env.VEDETTE_API_KEY?.trim() ?? "") === "") return async () => byUuid;
  const client = clientOf(server, terminal);
  return async () => {
    const pingUrl = await client.getHeartbeat(name).then(
      ({ heartbeat }) => heartbeat.ping_url,
      (error: unknown) => {
        // It may be the UUID of a ping URL.
        if (exitCodeOf(error) === EXIT.refused) return null;
        throw error;
      },
    );
    return pingUrl === null ? byUuid : new URL(pingUrl);
  };
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

type RunOptions = { address: Address; withOutput: boolean; terminal: Terminal };

async function runAndPing(
  command: readonly string[],
  { address, withOutput, terminal }: RunOptions,
): Promise<number> {
  const rid = randomUUID();
  const tail = withOutput ? new OutputTail(BODY_BYTES_MAX) : null;
  const report = (error: unknown): null => {
    if (exitCodeOf(error) === null || !(error instanceof Error)) throw error;
    terminal.complain(`vdt: no ping was sent: ${error.message}`);
    return null;
  };
  // The command does not wait for it.
  const started = startOf({ address, rid }).catch(report);
  const { exitCode, error } = await runCommand(command, tail);
  if (error !== null) terminal.complain(`vdt: the command did not start: ${error}`);
  const start = await started;
  const sender = start?.sender ?? (await address().then(senderOf).catch(report));
  if (sender === null) return exitCode;
  const output = error === null ? tail?.last(start?.bodyBytesMax ?? BODY_BYTES_DEFAULT) : Buffer.from(error);
  await sender.send({ action: `/${exitCode}`, rid, body: output ?? null }).catch(report);
  return exitCode;
}

const senderOf = (url: URL): PingSender => new PingSender(url);

async function startOf({ address, rid }: { address: Address; rid: string }) {
  const sender = new PingSender(await address());
  // Without it only the duration is unknown, so a short command does not wait for further attempts.
  return { sender, bodyBytesMax: await sender.sendOnce({ action: "/start", rid, body: null }) };
}
