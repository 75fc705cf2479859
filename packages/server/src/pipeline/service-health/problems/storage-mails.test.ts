import type { ServiceProblem } from "@vedette/contract/service-health/service-problems.ts";
import { expect, test } from "vitest";
import { silentLogger } from "../../../platform/kernel/logger.ts";
import type { Mail } from "../../../platform/mail/mail-message.ts";
import { StorageMails } from "./storage-mails.ts";

const FULL: ServiceProblem = {
  code: "storage_disk_full",
  message: "The storage does not write: the disk of the database is full.",
  since: "1970-01-01T00:00:10.000Z",
};

test("mails the owners once after a minute without storage, and once when it is over", async () => {
  const time = { ms: 0 };
  const mails: Mail[] = [];
  let problems: ServiceProblem[] = [];
  let isUp = true;
  const watcher = new StorageMails({
    database: {
      async rows<Row>() {
        if (!isUp) throw new Error("the database does not respond");
        return [{ email: "owner@example.com" }] as Row[];
      },
    },
    mailer: { isConfigured: true, send: async (mail) => void mails.push(mail) },
    clock: { now: () => time.ms, monotonic: () => time.ms },
    log: silentLogger,
    publicUrl: "https://vedette.example.com",
    problems: () => problems,
  });
  await watcher.look();

  problems = [FULL, { ...FULL, code: "clock_wrong" }];
  isUp = false;
  time.ms = 69_000;
  await watcher.look();
  expect(mails).toEqual([]);
  for (time.ms = 70_000; time.ms < 400_000; time.ms += 60_000) await watcher.look();
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
    ["owner@example.com", "Vedette stores no results"],
  ]);
  expect(mails[0]?.text).toContain(FULL.message);

  problems = [];
  isUp = true;
  await watcher.look();
  await watcher.look();
  expect(mails.map(({ subject }) => subject).slice(1)).toEqual(["Vedette stores results again"]);
});
