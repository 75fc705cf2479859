import { expect, test } from "vitest";
import { importedText } from "./imported-text.ts";

test("names the tool, and the day of the time zone until which it measured", () => {
  const imported = {
    source: "kuma",
    from: "2026-08-20T00:00:00.000Z",
    to: "2026-11-20T23:30:00.000Z",
  } as const;
  const day = (date: string) =>
    new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeZone: "UTC" }).format(new Date(date));
  expect(importedText(imported, "UTC")).toBe(`Until ${day("2026-11-20")}: from Uptime Kuma.`);
  expect(importedText(imported, "Asia/Tokyo")).toBe(`Until ${day("2026-11-21")}: from Uptime Kuma.`);
});
