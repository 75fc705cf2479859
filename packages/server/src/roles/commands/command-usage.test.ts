import { expect, test } from "vitest";
import { COMMAND_USAGE, usageOf } from "./command-usage.ts";

test("the usage of a command has all of its forms and no other command", () => {
  const lines = usageOf("backup").trimEnd().split("\n");
  expect(lines.filter((line) => line.startsWith("  vedette "))).toHaveLength(2);
  expect(lines.every((line) => line.startsWith("  vedette backup ") || line.startsWith("     "))).toBe(true);
  expect(usageOf("--version")).toBe("  vedette --version                              print the version\n");
});

test("an unknown command has the usage of all", () => {
  expect(usageOf("bakcup")).toBe(COMMAND_USAGE);
});
