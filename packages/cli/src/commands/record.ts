import { basename, resolve } from "node:path";
import type { JourneyCreateInput } from "@vedette/contract/journeys/journeys.ts";
import { convertRecordedScript } from "@vedette/contract/recorded-script/recorded-script.ts";
import { Client } from "../client.ts";
import { defineCommand } from "../command-line/command.ts";
import type { CommandContext } from "../command-line/command-context.ts";
import { printableLine } from "../command-line/printable.ts";
import { EXIT, UsageError } from "../exit-codes.ts";
import { type Recording, recordScript } from "../playwright-recorder.ts";
import { readRecordedFile } from "../recorded-file.ts";
import { lossesText } from "./journeys/losses.ts";

export const record = defineCommand({
  words: "record",
  summary:
    "Opens the Playwright recorder on this machine and stores the recording (or FILE) as a journey: as a script, or with --steps as steps; --yes skips statements that cannot be converted",
  arguments: { url: { summary: "URL to open in the recorder", isOptional: true } },
  options: {
    file: { type: "string", value: "file", summary: "recorded Playwright script, instead of a URL" },
    name: { type: "string", value: "name", summary: "name of the journey" },
    script: { type: "boolean", summary: "store the recording as a script" },
    steps: { type: "boolean", summary: "store the recording as steps" },
    yes: { type: "boolean", summary: "skip statements that cannot be converted to steps" },
    interval: { type: "number", value: "seconds", summary: "time between two runs" },
  },
  async run({ arguments: { url }, options }, context) {
    if (options.script && options.steps) throw new UsageError(`Use either --script or --steps.`);
    const origin = readOrigin(url, options.file);
    const { interval } = options;
    // Verifies the settings before the user starts to record.
    const client = new Client(context.settings());
    const recording = await createRecording(origin, context);
    try {
      const script = await readRecordedFile(recording.file);
      const content = options.steps
        ? toSteps(script, { isPartAllowed: options.yes, file: recording.file, context })
        : { script };
      const journey = await client.createJourney({
        name: options.name || defaultName(origin),
        ...content,
        ...(interval !== undefined && { interval_seconds: interval }),
      });
      await context.write(journey, () => journey.id);
      context.complain(`${printableLine(journey.name)} ${scheduleText(journey.interval_seconds)}.`);
    } catch (error) {
      if (origin.url !== null) context.complain(`The recording is kept in ${recording.file}.`);
      throw error;
    }
    await recording.discard();
    return EXIT.ok;
  },
});

type Origin = { url: URL; file: null } | { url: null; file: string };

function readOrigin(address: string | undefined, file: string | undefined): Origin {
  if ((address === undefined) === (file === undefined)) {
    throw new UsageError(`This command requires one URL, or --file.`);
  }
  if (file !== undefined) return { url: null, file };
  const url = URL.parse(address ?? "");
  if (url?.protocol === "http:" || url?.protocol === "https:") return { url, file: null };
  throw new UsageError(`'${address}' is not a URL such as https://shop.example.`);
}

async function createRecording({ url, file }: Origin, { folder, env }: CommandContext): Promise<Recording> {
  if (url !== null) return recordScript(url.href, { folder, env });
  // A file of the user is not deleted.
  return { file: resolve(folder, file), discard: async () => undefined };
}

function defaultName({ url, file }: Origin): string {
  return url === null ? basename(file) : `Recording of ${url.host}`;
}

type Conversion = { isPartAllowed: boolean; file: string; context: CommandContext };

function toSteps(
  script: string,
  { isPartAllowed, file, context }: Conversion,
): Pick<JourneyCreateInput, "steps"> {
  const { steps, not_converted: losses } = convertRecordedScript(script);
  if (losses.length > 0) context.complain(`Not converted:\n${lossesText(losses)}`);
  if (steps.length === 0)
    throw new UsageError("The script contains nothing that can be converted to a step.");
  if (losses.length === 0 || isPartAllowed) return { steps };
  throw new UsageError(
    `${losses.length} of its statements cannot be converted to steps, so nothing was stored. To store the other ${steps.length}:
  vdt record --file ${file} --steps --yes
To store everything as a script:
  vdt record --file ${file}`,
  );
}

function scheduleText(seconds: number | null): string {
  return seconds === null ? "runs on demand" : `runs every ${seconds} s`;
}
