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
    "Opens Playwright's recorder on this machine and stores what was recorded (or FILE) as a journey: as a script, or with --steps as steps, without those that have no equal only after --yes",
  async run(args, terminal) {
    const { values, positionals } = readArguments(args, { options, usage });
    if (values.script && values.steps)
      throw new UsageError(`Choose --script or --steps. Write: vdt ${usage}`);
    const origin = originOf(positionals, values.file);
    const interval = readInterval(values.interval, usage);
    // Known to be complete before somebody takes the trouble to record.
    const client = clientOf(values.server, terminal);
    const recording = await recordingOf(origin, terminal);
    try {
      const script = await readRecordedFile(recording.file);
      const content = values.steps
        ? stepsOf(script, { isPartAllowed: values.yes === true, file: recording.file, terminal })
        : { script };
      const journey = await client.createJourney({
        name: values.name || defaultName(origin),
        ...content,
        ...(interval !== undefined && { interval_seconds: interval }),
      });
      terminal.print(values.json ? JSON.stringify(journey, null, 2) : journey.id);
      terminal.complain(`${printableLine(journey.name)} ${rhythmOf(journey.interval_seconds)}.`);
    } catch (error) {
      if (origin.url !== null) terminal.complain(`The recording is kept in ${recording.file}.`);
      throw error;
    }
    await recording.discard();
    return EXIT.ok;
  },
};

type Origin = { url: URL; file: null } | { url: null; file: string };

function originOf(positionals: readonly string[], file: string | undefined): Origin {
  const [address, ...more] = positionals;
  if (more.length > 0 || (address === undefined) === (file === undefined)) {
    throw new UsageError(`This command takes one address, or --file. Write: vdt ${usage}`);
  }
  if (file !== undefined) return { url: null, file };
  const url = URL.parse(address ?? "");
  if (url?.protocol === "http:" || url?.protocol === "https:") return { url, file: null };
  throw new UsageError(`'${address}' is no address such as https://shop.example. Write: vdt ${usage}`);
}

async function recordingOf({ url, file }: Origin, { folder, env }: Terminal): Promise<Recording> {
  if (url !== null) return recordScript(url.href, { folder, env });
  // Somebody else's file stays.
  return { file: resolve(folder, file), discard: async () => undefined };
}

function defaultName({ url, file }: Origin): string {
  return url === null ? basename(file) : `Recording of ${url.host}`;
}

type Conversion = { isPartAllowed: boolean; file: string; terminal: Terminal };

function stepsOf(
  script: string,
  { isPartAllowed, file, terminal }: Conversion,
): Pick<JourneyCreateInput, "steps"> {
  const { steps, not_converted: losses } = convertRecordedScript(script);
  if (losses.length > 0) terminal.complain(`Not converted:\n${lossesText(losses)}`);
  if (steps.length === 0) throw new UsageError("There is nothing in it that could be a step.");
  if (losses.length === 0 || isPartAllowed) return { steps };
  throw new UsageError(
    `${losses.length} of its statements have no equal among steps, so nothing was stored. Store the ${steps.length} others:
  vdt record --file ${file} --steps --yes
or all of it as a script:
  vdt record --file ${file}`,
  );
}

function rhythmOf(seconds: number | null): string {
  return seconds === null ? "runs on demand" : `runs every ${seconds} s`;
}
