import { randomUUID } from "node:crypto";
import { BODY_BYTES_DEFAULT, BODY_BYTES_MAX } from "@vedette/contract/heartbeats/heartbeat-limits.ts";
import type { Heartbeat } from "@vedette/contract/heartbeats/heartbeats.ts";
import { defineCommand } from "../../command-line/command.ts";
import type { CommandContext, Terminal } from "../../command-line/command-context.ts";
import { EXIT, exitCodeOf, UsageError } from "../../exit-codes.ts";
import { ResourceClient } from "../../nouns/resource-client.ts";
import { OutputTail } from "./output-tail.ts";
import { PingSender } from "./ping-sender.ts";
import { runCommand } from "./run-command.ts";

const USAGE = "Usage: vdt ping <heartbeat> -- COMMAND";

export const ping = defineCommand({
  words: "ping",
  summary:
    "Runs COMMAND and pings a heartbeat with its start, exit code and the end of its output; a ping that cannot be sent never stops COMMAND. Without COMMAND it sends one ping",
  arguments: {
    heartbeat: {
      summary: "ID or ping URL of the heartbeat, or the UUID of its ping URL, which needs no key",
    },
  },
  options: { "no-output": { type: "boolean", summary: "do not send the output of COMMAND" } },
  rest: "COMMAND [ARGUMENT ...]",
  async run({ arguments: { heartbeat }, options, rest: command }, context) {
    if (command?.length === 0) throw new UsageError(`This command requires a COMMAND after --. ${USAGE}`);
    const address = readAddress(heartbeat, context);
    if (command === null) {
      await new PingSender(await address()).send({ action: "", rid: null, body: null });
      return EXIT.ok;
    }
    return runAndPing(command, { address, withOutput: !options["no-output"], terminal: context });
  },
});

/** Finds the ping URL. A failure must not stop the command, so it is looked up beside it. */
type Address = () => Promise<URL>;

function readAddress(name: string, context: CommandContext): Address {
  const url = URL.parse(name);
  if (url?.protocol === "http:" || url?.protocol === "https:") return async () => url;
  if (!UUID.test(name)) throw new UsageError(`'${name}' is neither an ID nor a URL. ${USAGE}`);
  const byUuid = context.server();
  byUuid.pathname = `${byUuid.pathname.replace(/\/+$/, "")}/ping/${name}`;
  if (!context.hasKey()) return async () => byUuid;
  const client = new ResourceClient(context.settings());
  return async () => {
    const pingUrl = await client.get<Heartbeat>("heartbeats", name).then(
      ({ row }) => row.ping_url,
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
