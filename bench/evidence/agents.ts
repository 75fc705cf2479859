import { type ChildProcessByStdio, spawn } from "node:child_process";
import process from "node:process";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import type { CheckSpec } from "@vedette/contract/checks/check-run.ts";
import type { CollectedFacts } from "@vedette/contract/evidence/vantage-facts.ts";
import { namespaceOf, PUBLIC_RESOLVER } from "./network.ts";

export type AgentRequest = { id: number; spec: CheckSpec; deny: readonly string[]; hasCanaries: boolean };

const SCRIPT = fileURLToPath(new URL("./agent-process.ts", import.meta.url));
/** The collector ends within 20 s; the rest is for a loaded machine. */
const ANSWER_MS = 60_000;

/** A runner of the lab in its own namespace. */
export class Agent {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #waiting = new Map<number, PromiseWithResolvers<CollectedFacts>>();
  readonly ready: Promise<void>;
  #lastId = 0;

  constructor(host: "home" | "ams", ca: string) {
    const command = [process.execPath, "--disable-warning=ExperimentalWarning", SCRIPT, ca, PUBLIC_RESOLVER];
    const child = spawn("ip", ["netns", "exec", namespaceOf(host), ...command], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    this.#child = child;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.ready = promise;
    child.once("exit", () => {
      const error = new Error(`the agent at ${host} ended`);
      reject(error);
      for (const waiting of this.#waiting.values()) waiting.reject(error);
    });
    createInterface({ input: child.stdout }).on("line", (line) => {
      if (line === "ready") return resolve();
      const { id, facts } = JSON.parse(line) as { id: number; facts: CollectedFacts };
      this.#waiting.get(id)?.resolve(facts);
      this.#waiting.delete(id);
    });
  }

  async collect(request: Omit<AgentRequest, "id">): Promise<CollectedFacts> {
    this.#lastId += 1;
    const id = this.#lastId;
    const waiting = Promise.withResolvers<CollectedFacts>();
    this.#waiting.set(id, waiting);
    this.#child.stdin.write(`${JSON.stringify({ id, ...request })}\n`);
    const late = () => waiting.reject(new Error("the agent did not answer in time"));
    const timer = setTimeout(late, ANSWER_MS);
    return waiting.promise.finally(() => clearTimeout(timer));
  }

  stop(): void {
    this.#child.removeAllListeners("exit");
    this.ready.catch(() => undefined);
    this.#child.kill("SIGKILL");
  }
}
