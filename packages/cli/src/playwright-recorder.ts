import { spawn } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:fs";
import { access, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import process from "node:process";
import { UsageError } from "./exit-codes.ts";

/** Runs Playwright's recorder on this machine: opens a browser, and writes the recorded actions to a file. */

/** Closes a forgotten browser window eventually. */
const RECORDING_MS_MAX = 4 * 3_600_000;

export type Recording = {
  file: string;
  /** Deletes the file, which may contain passwords. */
  discard(): Promise<void>;
};

type RecorderContext = { folder: string; env: Readonly<Record<string, string | undefined>> };

/** Returns when the user has closed the browser. */
export async function recordScript(url: string, context: RecorderContext): Promise<Recording> {
  const program = await findPlaywright(context);
  if (program === null) throw new UsageError(howToInstall(url));
  // mkdtemp creates the folder with access for this user only.
  const folder = await mkdtemp(join(tmpdir(), "vedette-record-"));
  const file = join(folder, "recorded.spec.ts");
  const discard = () => rm(folder, { recursive: true, force: true });
  const failure = await runRecorder(
    program,
    ["codegen", "--target=playwright-test", "-o", file, url],
    context,
  );
  if (await isAccessible(file, constants.R_OK)) {
    if (failure === null) return { file, discard };
    throw new UsageError(`${failure} The partial recording is kept in ${file}.`);
  }
  await discard();
  throw new UsageError(failure ?? "Nothing was recorded.");
}

/** Finds the program that `npx playwright` would run: that of the enclosing project, or of the search path. */
async function findPlaywright({ folder, env }: RecorderContext): Promise<string | null> {
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

/** Returns why the recorder failed as a sentence, or null if it succeeded. */
async function runRecorder(
  program: string,
  args: readonly string[],
  { env }: RecorderContext,
): Promise<string | null> {
  const { VEDETTE_API_KEY: _, ...rest } = env;
  // Ctrl-C stops the recorder as well; this process then reports the partial recording.
  const ignoreSignal = () => undefined;
  process.on("SIGINT", ignoreSignal);
  try {
    // The output of the recorder goes to standard error, because it is not output of the command.
    const child = spawn(program, args, { env: rest, stdio: ["inherit", 2, 2], timeout: RECORDING_MS_MAX });
    const [code, signal] = (await once(child, "exit")) as [number | null, NodeJS.Signals | null];
    if (code === 0) return null;
    if (signal !== null) return `The recorder was stopped by ${signal}.`;
    return `The recorder exited with code ${code}. If a browser is missing, run: npx playwright install chromium.`;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    return `${program} cannot be run (${code}).`;
  } finally {
    process.off("SIGINT", ignoreSignal);
  }
}

function howToInstall(url: string): string {
  return `Recording requires Playwright, which is not installed on this machine. Run:
  npm install --global playwright && playwright install chromium
Or record on another machine and store the file:
  npx playwright codegen --target=playwright-test -o recorded.spec.ts ${url}
  vdt record --file recorded.spec.ts`;
}
