import { spawnSync } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import process from "node:process";
import { expect, test } from "vitest";
import { errorFacts } from "./logger.ts";

test("an error is logged with its message, its stack and its cause", () => {
  const error = new Error("The query failed.", { cause: new Error("connection lost") });
  expect(errorFacts(error)).toEqual({
    error: "The query failed.",
    stack: error.stack,
    cause: "connection lost",
  });
});

test("the copy of an error that a library reports is logged with its message", () => {
  const { message, stack } = new Error("the database system is shutting down");
  expect(errorFacts({ code: "57P01", message, stack, queue: "results.roll_up" })).toEqual({
    error: "the database system is shutting down",
    stack,
  });
});

test.each([
  ["text", "text"],
  [null, "null"],
  [undefined, "undefined"],
  [7, "7"],
])("%j is logged as text", (thrown, error) => expect(errorFacts(thrown)).toEqual({ error }));

/** Each write to this device fails as on a full disk. Source: full(4). */
test.runIf(process.platform === "linux")("a process goes on while its log cannot be written", () => {
  const full = openSync("/dev/full", "w");
  const program = `import { createLogger } from ${JSON.stringify(new URL("logger.ts", import.meta.url).href)};
    const log = createLogger("info");
    for (let n = 0; n < 2_000; n++) log.error("alerts.lost", { text: "x".repeat(1_000) });
    setTimeout(() => log.error("alerts.lost"), 10);
    process.on("exit", () => console.log("went on"));`;
  const args = ["--disable-warning=ExperimentalWarning", "--input-type=module", "-e", program];
  const { status, stdout } = spawnSync(process.execPath, args, { stdio: ["ignore", "pipe", full] });
  closeSync(full);
  expect({ status, stdout: stdout.toString() }).toEqual({ status: 0, stdout: "went on\n" });
});
