import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import process from "node:process";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import type { EvaluateFiles } from "@vedette/code-files/load-document.ts";
import type { FileFault } from "@vedette/code-files/positions.ts";
import { UsageError } from "../exit-codes.ts";
import { assembleDeclarations, type Declared } from "./assemble-declarations.ts";

export type EvaluateOptions = {
  env: Readonly<Record<string, string | undefined>>;
  /** What the files print. */
  print(text: string): void;
  timeoutMs?: number;
};

/** Files that compute for longer wait for something that does not come. */
const TIMEOUT_MS = 60_000;
/** Declarations of 5 MiB, with their positions. */
const RESULT_BYTES_MAX = 32 * 1_024 * 1_024;

/** The first Node that strips types without a flag. */
const NODE_MIN = [22, 18] as const;

/** Returns a function that runs TypeScript files in a child process of this Node. */
export function createEvaluator({ env, print, timeoutMs = TIMEOUT_MS }: EvaluateOptions): EvaluateFiles {
  return async (root, files) => {
    assertStripsTypes();
    const child = spawn(
      process.execPath,
      [
        "--disable-warning=ExperimentalWarning",
        // A folder without package.json holds modules too.
        "--disable-warning=MODULE_TYPELESS_PACKAGE_JSON",
        ownFile("./evaluate-main"),
        root,
        ownFile("../../../code/src/index", "./code-package").toString(),
        ...files,
      ].map((part) => (part instanceof URL ? fileURLToPath(part) : part)),
      // The files need no key, and neither do the packages that they import.
      { cwd: root, env: { ...env, VEDETTE_API_KEY: undefined }, stdio: ["ignore", "pipe", "pipe", "pipe"] },
    );
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding("utf8").on("data", (text: string) => print(text.replace(/\n$/, "")));
    }
    const text = await readResult(child, timeoutMs);
    const { declarations, faults } = JSON.parse(text) as { declarations: Declared[]; faults: FileFault[] };
    const assembled = assembleDeclarations(declarations);
    return { ...assembled, faults: [...faults, ...assembled.faults] };
  };
}

function assertStripsTypes(): void {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > NODE_MIN[0] || (major === NODE_MIN[0] && minor >= NODE_MIN[1])) return;
  throw new UsageError(
    `TypeScript files require Node ${NODE_MIN.join(".")} or later, but this is Node ${process.versions.node}: use a newer Node, or YAML.`,
  );
}

/** Returns the URL of a file of this program: TypeScript in the repository, JavaScript beside the bundle in the package. */
function ownFile(source: string, bundled = source): URL {
  const url = new URL(`${source}.ts`, import.meta.url);
  return existsSync(url) ? url : new URL(`${bundled}.mjs`, import.meta.url);
}

function readResult(child: ChildProcess, timeoutMs: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const fail = (message: string) => {
      child.kill("SIGKILL");
      reject(new UsageError(message));
    };
    const onTimeout = () => fail(`The TypeScript files did not end within ${timeoutMs / 1_000} s.`);
    const timer = setTimeout(onTimeout, timeoutMs);
    (child.stdio[3] as Readable).on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > RESULT_BYTES_MAX) return fail("The TypeScript files declare more than 32 MiB.");
      chunks.push(chunk);
    });
    child.on("error", (error) => fail(`${process.execPath} cannot be started: ${error.message}`));
    child.on("close", (code, signal) => {
      clearTimeout(timer);
      if (bytes > 0 && code === 0) resolve(Buffer.concat(chunks).toString("utf8"));
      else fail(`The TypeScript files ended the process (${signal ?? `exit code ${code}`}).`);
    });
  });
}
