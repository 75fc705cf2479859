import { expect, test } from "vitest";
import type { PlannedMigration } from "../../platform/storage/upgrade/plan-upgrade.ts";
import { toUpgradeJson, type UpgradeFacts, upgradeText } from "./upgrade-report.ts";

const migration: PlannedMigration = {
  ...{ name: "0019_notes.sql", description: "Notes of results.", worksWithInstalled: true, statements: 2 },
  locks: [
    {
      ...{ table: "check_result", mode: "ACCESS EXCLUSIVE", blocks: "reads and writes" },
      ...{ work: "scan", rows: 2_000_000, bytes: 340_000_000 },
    },
  ],
  unknown: ["do $$ begin end $$"],
  seconds: { expected: 1.94, min: 0.58, max: 5.82 },
  diskBytes: 12_000_000,
};
const facts: UpgradeFacts = {
  check: { installed: "0018_backups.sql", program: "0019_notes.sql", pending: [migration], newer: [] },
  warnings: [{ code: "no_recent_backup", message: "Make one." }],
  version: "0.2.0",
  installed: { version: "0.1.0", running: ["0.1.0"] },
  lastBackupAt: null,
  freeBytes: 66_200_000_000,
};

test("the text has each migration with its time, its locks and what to do before", () => {
  expect(upgradeText(facts)).toBe(`Installed:     Vedette 0.1.0, schema 0018_backups.sql; running now: 0.1.0
This program:  Vedette 0.2.0, schema 0019_notes.sql

1 migration is pending: about 1.9 s (from 0.6 to 5.8 s).

0019_notes.sql  Notes of results.
  Time:   about 1.9 s (from 0.6 to 5.8 s)
  While the installed version serves: yes
  Lock:   check_result (2,000,000 rows, 340 MB) ACCESS EXCLUSIVE, blocks reads and writes; reads all of it
  Unknown, reads as ACCESS EXCLUSIVE: do $$ begin end $$

Disk:          needs 12 MB; 66.2 GB are free
Last backup:   none

Before the upgrade:
- Make one.`);
});

test("the text says so if nothing is pending", () => {
  const check = { ...facts.check, pending: [] };
  expect(upgradeText({ ...facts, check })).toMatch(/No migration is pending: the database is not changed\.$/);
  const newer = upgradeText({ ...facts, check: { ...check, newer: ["0020_x.sql"] } });
  expect(newer).toContain("by a newer Vedette (0020_x.sql) and works with this version");
});

test("the document has the names that the guide lists", () => {
  const document = toUpgradeJson(facts);
  expect(Object.keys(document)).toEqual([
    ...["program", "installed", "newer", "pending", "seconds", "disk", "last_backup_at", "warnings"],
  ]);
  expect(document.pending[0]).toMatchObject({ works_with_installed: true, disk_bytes: 12_000_000 });
  expect(document.disk).toEqual({ needed_bytes: 12_000_000, free_bytes: 66_200_000_000 });
});
