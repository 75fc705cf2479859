import type { ExporterTest, SignalTest } from "@vedette/contract/telemetry/exporters.ts";
import { defineCommand } from "../../command-line/command.ts";
import { printableLine } from "../../command-line/printable.ts";
import { Connection } from "../../connection.ts";
import { EXIT } from "../../exit-codes.ts";

/** Longer than the receiver has to answer. */
const TIMEOUT_MS = 30_000;

export const testExporter = defineCommand({
  words: "exporters test",
  summary: "Sends one span and one data point, and prints what the receiver answered",
  arguments: { id: { summary: "ID of the exporter" } },
  async run({ arguments: { id } }, context) {
    const path = `telemetry-exporters/${encodeURIComponent(id)}/test`;
    const request = { method: "POST", path, timeoutMs: TIMEOUT_MS } as const;
    const { data } = await new Connection(context.settings()).send<ExporterTest>(request);
    const signals = [
      ["metrics", data.metrics],
      ["traces", data.traces],
    ] as const;
    const sent = signals.flatMap(([name, result]) => (result === null ? [] : [{ name, result }]));
    await context.write(data, () => sent.map(({ name, result }) => lineOf(name, result)).join("\n"));
    return sent.every(({ result }) => result.accepted) ? EXIT.ok : EXIT.failed;
  },
});

function lineOf(name: string, { accepted, status_code: code, error, duration_ms: ms }: SignalTest): string {
  const status = code === null ? "no response" : `status ${code}`;
  const reason = error === null ? "" : `: ${printableLine(error)}`;
  return `${name}: ${accepted ? "accepted" : "not accepted"}, ${status}, ${ms} ms${reason}`;
}
