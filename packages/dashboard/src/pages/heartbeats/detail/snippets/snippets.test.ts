import type { HeartbeatSchedule } from "@vedette/contract/heartbeats/schedules/schedule-types.ts";
import { describe, expect, test } from "vitest";
import { SNIPPET_KINDS, type SnippetKind, snippetOf } from "./snippets.ts";

const url = "https://vedette.test/ping/0b7b1b9e-2d0c-4f5d-9d4e-0d6c3d0f8a11";
const text = (kind: SnippetKind, schedule: HeartbeatSchedule = { type: "period", seconds: 86_400 }) =>
  snippetOf(kind, { url, slug: "nightly_backup", schedule });

test.each(SNIPPET_KINDS.filter((kind) => kind !== "github"))("%s has the ping URL", (kind) => {
  expect(text(kind)).toContain(url);
});

test("GitHub Actions reads the URL from a secret, because the file is in the repository", () => {
  expect(text("github")).not.toContain(url);
  expect(text("github")).toContain(`PING_URL: \${{ secrets.PING_URL }}`);
});

describe("cron", () => {
  test.each<[HeartbeatSchedule, string]>([
    [{ type: "cron", expression: "# nightly\n30 2 * * *\n0 12 * * 6", timezone: "UTC" }, "30 2 * * * /path"],
    [{ type: "period", seconds: 60 }, "* * * * * /path"],
    [{ type: "period", seconds: 300 }, "*/5 * * * * /path"],
    [{ type: "period", seconds: 3_600 }, "0 * * * * /path"],
    [{ type: "period", seconds: 21_600 }, "0 */6 * * * /path"],
    [{ type: "period", seconds: 604_800 }, "30 2 * * * /path"],
    [{ type: "oncalendar", expression: "hourly" }, "30 2 * * * /path"],
  ])("%j", (schedule, start) => {
    expect(text("cron", schedule).startsWith(start)).toBe(true);
    // A crontab would end the command there.
    expect(text("cron", schedule)).not.toContain("%");
  });

  test("has a line for each line of the expression", () => {
    const schedule = {
      type: "cron",
      expression: "# nightly\n30 2 * * *\n0 12 * * 6",
      timezone: "UTC",
    } as const;
    expect(text("cron", schedule).split("\n")).toHaveLength(2);
  });
});

test("systemd has the expressions of the heartbeat, and escapes the dollar sign", () => {
  const unit = text("systemd", { type: "oncalendar", expression: "Mon *-*-* 01:00\nhourly" });
  expect(unit).toContain("OnCalendar=Mon *-*-* 01:00\nOnCalendar=hourly\n");
  expect(unit).toContain(`${url}/$\${EXIT_STATUS:-0}'`);
});

test("Kubernetes has a valid name and the time zone", () => {
  const schedule = { type: "cron", expression: "0 3 * * *", timezone: "Europe/Berlin" } as const;
  expect(text("kubernetes", schedule)).toContain("name: nightly-backup\n");
  expect(text("kubernetes", schedule)).toContain('schedule: "0 3 * * *"\n  timeZone: "Europe/Berlin"\n');
});
