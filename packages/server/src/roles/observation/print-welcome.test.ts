import { spawnSync } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import process from "node:process";
import { expect, test } from "vitest";

const moduleOf = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);

/** Each write to this device fails as on a full disk. Source: full(4). */
test.runIf(process.platform === "linux")("a start goes on if its text cannot be printed", () => {
  const full = openSync("/dev/full", "w");
  const program = `import { createLogger } from ${moduleOf("../../platform/kernel/logger.ts")};
    import { printWelcome } from ${moduleOf("print-welcome.ts")};
    printWelcome("Vedette is ready.", createLogger("info"));
    setTimeout(() => process.exit(7), 10);`;
  const args = ["--disable-warning=ExperimentalWarning", "--input-type=module", "-e", program];
  const { status, stderr } = spawnSync(process.execPath, args, { stdio: ["ignore", full, "pipe"] });
  closeSync(full);
  expect(status).toBe(7);
  expect(JSON.parse(stderr.toString())).toMatchObject({
    level: "warn",
    msg: "start.text_not_printed",
    hint: expect.stringContaining("setup-link"),
  });
});
