import { expect, test } from "vitest";
import { findRunnerProblem } from "./runner-problem.ts";

const at = (version: string | undefined, location = "default") => ({ runner: "nas", location, version });

test.each(["0.9.7", "0.9.0", "0.10.0", "1.0.0"])(
  "a runner of version %s is not older than 0.9.3",
  (version) => {
    expect(findRunnerProblem([at(version)], "0.9.3")).toBeNull();
  },
);

test("an older runner is named with its location and version", () => {
  const found = findRunnerProblem([at("0.8.9"), at("0.1.0", "attic"), at("0.9.0"), at(undefined)], "0.9.3");
  expect(found).toEqual({
    code: "runner_outdated",
    message:
      "nas at default (0.8.9), nas at attic (0.1.0) are older than this server (0.9.3). Update the runners.",
  });
});

test("many outdated runners are counted", () => {
  const runners = Array.from({ length: 8 }, () => at("0.8.0"));
  expect(findRunnerProblem(runners, "0.9.0")?.message).toContain("and 3 more are older");
});
