import { expect, test } from "vitest";
import { backupOutcomeText, backupSizeText, backupTriggerText } from "./recent-backup-texts.ts";

test("a backup has its outcome, its size and who made it", () => {
  expect(backupOutcomeText({ status: "succeeded", seconds: 72 })).toBe("Complete in 1 min");
  expect(backupOutcomeText({ status: "failed", seconds: 3 })).toBe("Failed after 3 s");
  expect(backupOutcomeText({ status: "running", seconds: null })).toBe("Running");
  expect(backupSizeText({ bytes: 5_400_000, with_results: true })).toBe("5.1 MiB");
  expect(backupSizeText({ bytes: 5_400_000, with_results: false })).toBe("5.1 MiB, without results");
  expect(backupSizeText({ bytes: null, with_results: true })).toBe("–");
  expect(backupTriggerText({ trigger: "command" })).toBe("Command");
});
