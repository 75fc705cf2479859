import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import process from "node:process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { describe, expect, test, vi } from "vitest";
import { RunnerError } from "../../../platform/net/net-failure.ts";
import { PingLauncher } from "./ping-launcher.ts";

const PATIENCE = { timeout: 20_000, interval: 20 };
const SHELL = "/bin/sh";

type Ended = { output: string; errors: string } | RunnerError;

function run(launcher: PingLauncher, script: string) {
  const { promise, resolve } = Promise.withResolvers<Ended>();
  const kill = launcher.run(SHELL, ["-c", script], { onEnd: resolve, onFailure: resolve });
  return { ended: promise, kill };
}

/** Of the launcher that runs the program. */
async function parentOf(launcher: PingLauncher): Promise<number> {
  const ended = await run(launcher, "echo $PPID").ended;
  return ended instanceof RunnerError ? Promise.reject(ended) : Number(ended.output);
}

describe("a program", () => {
  test("is started by another process, with nothing of the environment, and its output is returned", async () => {
    const launcher = new PingLauncher();
    const ended = await run(launcher, "echo out; echo err >&2; env").ended;
    expect(ended).toMatchObject({ errors: "err\n" });
    const { output } = ended as { output: string };
    expect(output).toMatch(/^out\n/);
    expect(output).toContain("LC_ALL=C");
    expect(output).not.toMatch(/^(HOME|PATH|VITEST\w*)=/m);
    expect(await parentOf(launcher)).not.toBe(process.pid);
  });

  test("that cannot be started is a failure of the runner", async () => {
    const { promise, resolve } = Promise.withResolvers<Ended>();
    new PingLauncher().run("/nowhere/ping", [], { onEnd: resolve, onFailure: resolve });
    expect(await promise).toEqual(new RunnerError("ping cannot be started: spawn /nowhere/ping ENOENT"));
  });

  test("is killed, and its handler not called", async () => {
    const launcher = new PingLauncher();
    const onEnd = vi.fn();
    const kill = launcher.run(SHELL, ["-c", "exec sleep 987"], { onEnd, onFailure: onEnd });
    const parent = await parentOf(launcher);
    await vi.waitUntil(() => existsSync(`/proc/${parent}`), PATIENCE);
    kill();
    await run(launcher, "exit 0").ended;
    expect(onEnd).not.toHaveBeenCalled();
  });

  test("is not started if 200 run already", async () => {
    const launcher = new PingLauncher();
    const kills = Array.from({ length: 200 }, () => run(launcher, "exec sleep 100").kill);
    expect(await run(launcher, "exit 0").ended).toEqual(
      new RunnerError("this runner runs 200 pings already"),
    );
    for (const kill of kills) kill();
    expect(await run(launcher, "echo again").ended).toEqual({ output: "again\n", errors: "" });
  });
});

test("when the launcher is killed, what it runs has failed, and the next program has a new one", async () => {
  const launcher = new PingLauncher();
  const first = await parentOf(launcher);
  const { ended } = run(launcher, "exec sleep 5");
  process.kill(first, "SIGKILL");
  expect(await ended).toEqual(new RunnerError("the process that starts pings ended with SIGKILL"));
  expect(await parentOf(launcher)).not.toBe(first);
});

test("the launcher and its programs end when their owner is killed", async () => {
  const module = JSON.stringify(fileURLToPath(new URL("./ping-launcher.ts", import.meta.url)));
  const source = `import { PingLauncher } from ${module};
    const launcher = new PingLauncher();
    const onEnd = ({ output }) => console.log(output.trim());
    launcher.run("/bin/sh", ["-c", "exec sleep 986"], { onEnd, onFailure: onEnd });
    launcher.run("/bin/sh", ["-c", "echo $PPID; exit 0"], { onEnd, onFailure: onEnd });
    setInterval(() => {}, 1000);`;
  const owner = spawn(process.execPath, ["--input-type=module", "-e", source], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = await once(createInterface(owner.stdout), "line");
  const pid = Number(line);
  expect(existsSync(`/proc/${pid}`)).toBe(true);
  owner.kill("SIGKILL");
  await vi.waitUntil(() => !existsSync(`/proc/${pid}`), PATIENCE);
});
