import { setTimeout as delay } from "node:timers/promises";
import type { CodeSummary } from "@vedette/contract/code/code-plan.ts";
import type { CodeClient } from "../code/code-client.ts";
import { RefusedError, UnavailableError } from "../exit-codes.ts";
import type { MonitorFields, Source } from "./discovered.ts";
import { type Seen, withGone } from "./gone-resources.ts";
import { publish } from "./publish.ts";

/** Finds monitors in a source, once or again and again, and keeps a project of the server equal to them. */

const READ_TIMEOUT_MS = 30_000;

export type Discovery = {
  source: Source;
  client: CodeClient;
  project: string;
  defaults: MonitorFields;
  goneForMs: number;
  /** Remembers what was seen, over passes and starts. */
  memory: { load(): Promise<Seen>; save(seen: Seen): Promise<void> };
  print(line: string): void;
  complain(line: string): void;
  now(): number;
};

/** Makes one pass. Throws if the source or the server does not answer. */
export async function discoverOnce(discovery: Discovery): Promise<CodeSummary> {
  const { source, memory, project, defaults, client, goneForMs } = discovery;
  const found = await readSource(source);
  const seen = withGone(await memory.load(), { found: found.monitors, nowMs: discovery.now(), goneForMs });
  const { summary, faults } = await publish(client, { project, seen, defaults });
  await memory.save(seen);
  for (const { origin, message } of [...found.faults, ...faults]) discovery.complain(`${origin}: ${message}`);
  return summary;
}

async function readSource(source: Source) {
  try {
    return await source.read(AbortSignal.timeout(READ_TIMEOUT_MS));
  } catch (error) {
    throw new UnavailableError(`${source.name} does not answer: ${messageOf(error)}`);
  }
}

/** Makes passes until `signal` is aborted. A pass that fails is reported and repeated. */
export async function discoverAlways(
  discovery: Discovery,
  { everyMs, signal }: { everyMs: number; signal: AbortSignal },
): Promise<void> {
  let reported = "";
  const known = new Set<string>();
  // Each fault of a label is reported once, until the process ends.
  const complain = (line: string) => {
    if (!known.has(line)) discovery.complain(line);
    known.add(line);
  };
  while (!signal.aborted) {
    try {
      const summary = await discoverOnce({ ...discovery, complain });
      if (hasChanges(summary)) discovery.print(describeSummary(summary));
      reported = "";
    } catch (error) {
      const isExpected = error instanceof UnavailableError || error instanceof RefusedError;
      if (!isExpected) throw error;
      if (error.message !== reported) discovery.complain(error.message);
      reported = error.message;
    }
    await delay(everyMs, undefined, { signal }).catch(() => undefined);
  }
}

export function describeSummary({
  create,
  update,
  replace,
  delete: deleted,
  unchanged,
}: CodeSummary): string {
  return `${create} created, ${update} updated, ${replace} replaced, ${deleted} deleted, ${unchanged} unchanged`;
}

function hasChanges({ unchanged: _unchanged, ...changes }: CodeSummary): boolean {
  return Object.values(changes).some((count) => count > 0);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
