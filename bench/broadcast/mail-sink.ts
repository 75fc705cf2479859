import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { spawnTied } from "../harness/tied-process.ts";

export type Received = {
  messages: number;
  bytes: number;
  /** When the last one was received, as milliseconds since 1970. */
  lastAtMs: number;
  /** Different recipients. */
  recipients: number;
};

export type MailSink = {
  port: number;
  /** What it received since the last reset. */
  read(): Promise<Received>;
  reset(): Promise<void>;
  stop(): Promise<void>;
};

const SCRIPT = fileURLToPath(new URL("./mail-sink-process.ts", import.meta.url));

export async function startMailSink(): Promise<MailSink> {
  const child = spawnTied(process.execPath, ["--disable-warning=ExperimentalWarning", SCRIPT], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const { stdin, stdout } = child;
  if (stdin === null || stdout === null) throw new Error("the mail sink has no input or output");
  const lines = createInterface({ input: stdout })[Symbol.asyncIterator]();
  const next = async () => String((await lines.next()).value);
  const port = Number(await next());
  const ask = async (line: string): Promise<Received> => {
    stdin.write(`${line}\n`);
    return JSON.parse(await next()) as Received;
  };
  return {
    port,
    read: () => ask("read"),
    reset: async () => void (await ask("reset")),
    async stop() {
      const exited = once(child, "exit");
      stdin.end();
      await exited;
    },
  };
}
