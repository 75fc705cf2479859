import { spawn } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:fs";
import { access, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import process from "node:process";
import { UsageError } from "./exit-codes.ts";

/** Playwright's own recorder, on this machine: opens a browser, and writes what is done in it to a file. */

/** A forgotten browser window ends some day. */
const RECORDING_MS_MAX = 4 * 3_600_000;

export type Recording = {
  file: string;
  /** Deletes the file: it may hold passwords. */
  discard(): Promise<void>;
};

type Place = { folder: string; env: Readonly<Record<string, string | undefined>> };

/** Answers when the person has closed the browser. */
export async function recordScript(url: string, place: Place): Promise<Recording> {
  const program = await findPlaywright(place);
  if (program === null) throw new UsageError(howToInstall(url));
  // Readable by nobody else, as mkdtemp makes it.
  const folder = await mkdtemp(join(tmpdir(), "vedette-record-"));
  const file = join(folder, "recorded.spec.ts");
  const discard = () => rm(folder, { recursive: true, force: true });
  const failure = await runRecorder(program, ["codegen", "--target=playwright-test", "-o", file, url], place);
  if (await isAccessible(file, constants.R_OK)) {
    if (failure === null) return { file, discard };
    throw new UsageError(`${failure} What it had recorded is kept in ${file}.`);
  }
  await discard();
  throw new UsageError(failure ?? "Nothing was recorded.");
}

/** The program that `npx playwright` would run: of the project that this is in, else of the search path. */
async function findPlaywright({ folder, env }: Place): Promise<string | null> {
  for (let at = folder; ; at = dirname(at)) {
    const local = join(at, "node_modules", ".bin", "playwright");
    if (await isAccessible(local, constants.X_OK)) return local;
    if (at === dirname(at)) break;
  }
  for (const at of (env.PATH ?? "").split(delimiter).filter(Boolean)) {
    const path = join(at, "playwright");
    if (await isAccessible(path, constants.X_OK)) return path;
  }
  return null;
}

async function isAccessible(path: string, mode: number): Promise<boolean> {
  return access(path, mode).then(
    () => true,
    () => false,
  );
}

/** Why it failed, in a sentence; null where it ended as it should. */
async function runRecorder(program: string, args: readonly string[], { env }: Place): Promise<string | null> {
  const { VEDETTE_API_KEY: _, ...rest } = env;
  // Ctrl-C reaches the recorder as well. It ends, and what it had recorded is told about.
  const outlive = () => undefined;
  process.on("SIGINT", outlive);
  try {
    // What it says is no output of ours.
    const child = spawn(program, args, { env: rest, stdio: ["inherit", 2, 2], timeout: RECORDING_MS_MAX });
    const [code, signal] = (await once(child, "exit")) as [number | null, NodeJS.Signals | null];
    if (code === 0) return null;
    if (signal !== null) return `The recorder was ended by ${signal}.`;
    return `The recorder ended with code ${code}. Where it lacks a browser, write: npx playwright install chromium.`;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    return `${program} cannot be run (${code}).`;
  } finally {
    process.off("SIGINT", outlive);
  }
}

function howToInstall(url: string): string {
  return `Recording needs Playwright on this machine, and there is none. Write:
  npm install --global playwright && playwright install chromium
or record elsewhere and store the file:
  npx playwright codegen --target=playwright-test -o recorded.spec.ts ${url}
  vdt record --file recorded.spec.ts`;
}
