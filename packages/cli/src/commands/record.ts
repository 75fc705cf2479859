import { basename, resolve } from "node:path";
import type { JourneyCreateInput } from "@vedette/contract/journeys/journeys.ts";
import { convertRecordedScript } from "@vedette/contract/recorded-script/recorded-script.ts";
import { type Command, clientOf, readArguments, readInterval, type Terminal } from "../command.ts";
import { EXIT, UsageError } from "../exit-codes.ts";
import { type Recording, recordScript } from "../playwright-recorder.ts";
import { printableLine } from "../printable.ts";
import { readRecordedFile } from "../recorded-file.ts";
import { lossesText } from "./journeys/losses.ts";

const usage =
  "record (URL | --file FILE) [--name NAME] [--script | --steps [--yes]] [--interval SECONDS] [--json]";

const options = {
  file: { type: "string" },
  name: { type: "string" },
  script: { type: "boolean" },
  steps: { type: "boolean" },
  yes: { type: "boolean" },
  interval: { type: "string" },
} as const;

export const record: Command = {
  usage,
  summary:
    "Opens the Playwright recorder on this machine and stores the recording (or FILE) as a journey: as a script, or with --steps as steps; --yes skips statements that cannot be converted",
  async run(args, terminal) {
    const { values, positionals } = readArguments(args, { options, usage });
    if (values.script && values.steps)
      throw new UsageError(`Use either --script or --steps. Usage: vdt ${usage}`);
    const origin = readOrigin(positionals, values.file);
    const interval = readInterval(values.interval, usage);
    // Verifies the settings before the user starts to record.
    const client = clientOf(values.server, terminal);
    const recording = await createRecording(origin, terminal);
    try {
      const script = await readRecordedFile(recording.file);
      const content = values.steps
        ? toSteps(script, { isPartAllowed: values.yes === true, file: recording.file, terminal })
        : { script };
      const journey = await client.createJourney({
        name: values.name || defaultName(origin),
        ...content,
        ...(interval !== undefined && { interval_seconds: interval }),
      });
      terminal.print(values.json ? JSON.stringify(journey, null, 2) : journey.id);
      terminal.complain(`${printableLine(journey.name)} ${scheduleText(journey.interval_seconds)}.`);
    } catch (error) {
      if (origin.url !== null) terminal.complain(`The recording is kept in ${recording.file}.`);
      throw error;
    }
    await recording.discard();
    return EXIT.ok;
  },
};

type Origin = { url: URL; file: null } | { url: null; file: string };

function readOrigin(positionals: readonly string[], file: string | undefined): Origin {
  const [address, ...more] = positionals;
  if (more.length > 0 || (address === undefined) === (file === undefined)) {
    throw new UsageError(`This command requires one URL, or --file. Usage: vdt ${usage}`);
  }
  if (file !== undefined) return { url: null, file };
  const url = URL.parse(address ?? "");
  if (url?.protocol === "http:" || url?.protocol === "https:") return { url, file: null };
  throw new UsageError(`'${address}' is not a URL such as https://shop.example. Usage: vdt ${usage}`);
}

async function createRecording({ url, file }: Origin, { folder, env }: Terminal): Promise<Recording> {
  if (url !== null) return recordScript(url.href, { folder, env });
  // A file of the user is not deleted.
  return { file: resolve(folder, file), discard: async () => undefined };
}

function defaultName({ url, file }: Origin): string {
  return url === null ? basename(file) : `Recording of ${url.host}`;
}

type Conversion = { isPartAllowed: boolean; file: string; terminal: Terminal };

function toSteps(
  script: string,
  { isPartAllowed, file, terminal }: Conversion,
): Pick<JourneyCreateInput, "steps"> {
  const { steps, not_converted: losses } = convertRecordedScript(script);
  if (losses.length > 0) terminal.complain(`Not converted:\n${lossesText(losses)}`);
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
