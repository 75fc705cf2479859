import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { importHealthchecks } from "./import-healthchecks.ts";

function fixture(name: string) {
  return { path: name, bytes: readFileSync(join(import.meta.dirname, "fixtures", name)) };
}

function answer(...checks: object[]) {
  return [{ path: "checks.json", bytes: Buffer.from(JSON.stringify({ checks })) }];
}

const CHECK = { name: "Backup", timeout: 3_600, grace: 60, uuid: "11111111-0000-4000-8000-000000000001" };

describe("checks of Healthchecks", () => {
  const { document, report, credentials, project } = importHealthchecks([
    fixture("api-v3-checks.json"),
    fixture("api-v3-channels.json"),
  ]);
  const heartbeats = Object.values(document.heartbeats ?? {});
  const named = (name: string) => heartbeats.find((each) => each.name === name);

  test("are each in exactly one list", () => {
    expect(project).toBe("import:healthchecks");
    const all = [...report.made, ...report.made_with_differences, ...report.not_made];
    expect(all.filter(({ kind }) => kind === "heartbeat").map(({ name }) => name)).toHaveLength(12);
    expect(new Set(all.map(({ kind, key }) => `${kind} ${key}`)).size).toBe(all.length);
    expect(report.not_made.map(({ kind, name }) => [kind, name])).toEqual([
      ["channel", "Ops mail"],
      ["channel", "slack"],
    ]);
  });

  test("keep their UUID as a credential, never in the document", () => {
    expect(Object.values(credentials).toSorted()).toEqual(
      Array.from(
        { length: 12 },
        (_, at) => `00000000-0000-4000-8000-0000000000${String(at + 1).padStart(2, "0")}`,
      ),
    );
    expect(JSON.stringify(document)).not.toContain("00000000-0000");
  });

  test("keep period, cron and calendar schedules with their time zone", () => {
    expect(named("Nightly backup")).toMatchObject({
      schedule: { type: "period", seconds: 86_400 },
      grace_seconds: 3_600,
      slug: "nightly-backup",
      tags: ["prod", "backup"],
      description: "Runs on db1\nsee the runbook",
    });
    expect(named("Cron weekdays")?.schedule).toEqual({
      type: "cron",
      expression: "*/15 6-18 * * MON-FRI",
      timezone: "Europe/Berlin",
    });
    expect(named("OnCalendar, two lines")?.schedule).toEqual({
      type: "oncalendar",
      expression: "*-*-* 00/6:00:00 Asia/Kathmandu\nSat 12:30 Asia/Kathmandu",
    });
    expect(named("unnamed")?.schedule).toEqual({ type: "period", seconds: 60 });
  });

  test("keep pauses, methods and what a ping does while paused", () => {
    expect(named("Paused, manual resume")).toMatchObject({ enabled: false, paused_ping: "ignore" });
    expect(named("POST only")).toMatchObject({ methods: "post_only", enabled: true });
  });

  test("name what has no counterpart", () => {
    const mail = report.made_with_differences.find(({ name }) => name === "Mail with keywords");
    expect(mail?.reasons).toEqual([
      "The filter of mail subjects has no counterpart: jobs ping by HTTP.",
      "The filter of mail bodies has no counterpart: jobs ping by HTTP.",
    ]);
    const nightly = report.made_with_differences.find(({ name }) => name === "Nightly backup");
    expect(nightly?.reasons).toEqual([
      "Its notifications (Ops mail, slack) are not imported: add a rule with channels.",
    ]);
  });

  test("have the same keys after a second export in another order", () => {
    const again = importHealthchecks(
      answer({ ...CHECK, name: "Renamed" }, { ...CHECK, uuid: "22222222-0000-4000-8000-000000000001" }),
    );
    const first = importHealthchecks(answer(CHECK));
    expect(Object.keys(again.document.heartbeats ?? {})).toContain(
      Object.keys(first.document.heartbeats ?? {})[0],
    );
  });
});

test("the answer to a read-only key makes heartbeats with new URLs, and says so", () => {
  const { document, report, credentials } = importHealthchecks([fixture("api-v3-checks-readonly-key.json")]);
  expect(Object.keys(document.heartbeats ?? {})).toHaveLength(2);
  expect(credentials).toEqual({});
  for (const { reasons } of report.made_with_differences)
    expect(reasons.join()).toContain("must ping a new URL");
});

test("words in HTTP bodies become filters", () => {
  const { document } = importHealthchecks(
    answer({
      ...CHECK,
      filter_http_body: true,
      filter_default_fail: true,
      success_kw: "OK, done",
      failure_kw: "ERR",
    }),
  );
  expect(Object.values(document.heartbeats ?? {})[0]?.filters).toEqual({
    ...{ success: ["OK", "done"], failure: ["ERR"], start: [] },
    otherwise: "fail",
  });
});

test.each([
  [
    "a schedule that cannot be evaluated",
    { ...CHECK, schedule: "99 * * * *", tz: "UTC" },
    /The schedule '99/,
  ],
  ["a period that is too long", { ...CHECK, timeout: 1e9 }, /The period '1000000000' is not supported/],
  ["a grace time that is too long", { ...CHECK, grace: 1e12 }, /The field 'grace_seconds' /],
])("%s is not made, with the reason", (_case, check, reason) => {
  const { report, document } = importHealthchecks(answer(check));
  expect(Object.keys(document.heartbeats ?? {})).toEqual([]);
  expect(report.not_made.map(({ reasons }) => reasons.join())).toEqual([expect.stringMatching(reason)]);
});

test.each([
  ["no JSON", "hello: [", /neither valid JSON nor YAML/],
  ["another document", '{"monitors": []}', /has no list 'checks'/],
])("%s is refused", (_case, text, message) => {
  const read = () => importHealthchecks([{ path: "x", bytes: Buffer.from(text) }]);
  expect(read).toThrow(
    expect.objectContaining({
      details: [{ path: expect.any(String), message: expect.stringMatching(message) }],
    }),
  );
});
