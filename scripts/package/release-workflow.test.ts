import { readFileSync } from "node:fs";
import { join } from "node:path";
import { validateWorkflow } from "@action-validator/core";
import { expect, test } from "vitest";
import { parse } from "yaml";

const PATH = join(import.meta.dirname, "../..", ".github", "workflows", "release.yml");
const text = readFileSync(PATH, "utf8");

test("the workflow of releases is valid, and calls the script that package.json names", () => {
  // The schema of the validator is older than this permission.
  expect(validateWorkflow(text.replace("  attestations: write\n", "")).errors).toEqual([]);
  const { scripts } = JSON.parse(readFileSync(join(import.meta.dirname, "../..", "package.json"), "utf8"));
  expect(scripts).toHaveProperty("release");
  const { steps } = (parse(text) as { jobs: { release: { steps: { run?: string }[] } } }).jobs.release;
  const commands = steps.map(({ run }) => run ?? "");
  expect(commands.some((run) => run.includes("npm run release -- "))).toBe(true);
  // Without the keyring, debootstrap cannot check the signature of Debian's packages.
  const installed = commands.find((run) => run.includes("apt-get install"))?.split(" ");
  expect(installed).toEqual(
    expect.arrayContaining(["buildah", "debian-archive-keyring", "debootstrap", "skopeo"]),
  );
  // Of a tag, which may contain anything that git allows: only as a variable of the environment.
  expect(commands.filter((run) => run.includes("${{"))).toEqual([]);
});
