import { type ChildProcessByStdio, spawn } from "node:child_process";
import process from "node:process";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import type { HttpCheckSpec } from "@vedette/contract/checks/check-run.ts";
import type { CollectedFacts } from "@vedette/contract/evidence/vantage-facts.ts";
import { namespaceOf, PUBLIC_RESOLVER } from "./network.ts";

export type AgentRequest = { id: number; spec: HttpCheckSpec; deny: readonly string[]; hasCanaries: boolean };

const SCRIPT = fileURLToPath(new URL("./agent-process.ts", import.meta.url));
/** The collector ends within 20 s; the rest is for a loaded machine. */
const ANSWER_MS = 60_000;

/** A runner of the lab in its own namespace. */
export class Agent {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #waiting = new Map<number, (facts: CollectedFacts) => void>();
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
    child.once("exit", () => reject(new Error(`the agent at ${host} ended`)));
    createInterface({ input: child.stdout }).on("line", (line) => {
      if (line === "ready") return resolve();
      const { id, facts } = JSON.parse(line) as { id: number; facts: CollectedFacts };
      this.#waiting.get(id)?.(facts);
      this.#waiting.delete(id);
    });
  }

  collect(request: Omit<AgentRequest, "id">): Promise<CollectedFacts> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error("the agent did not answer in time")), ANSWER_MS);
      this.#waiting.set(id, (facts) => {
        clearTimeout(timer);
        resolve(facts);
      });
      this.#child.stdin.write(`${JSON.stringify({ id, ...request })}\n`);
    });
  }

  stop(): void {
    this.#child.removeAllListeners("exit");
    this.ready.catch(() => undefined);
    this.#child.kill("SIGKILL");
  }
}
