import { describe, expect, test } from "vitest";
import { readConfig } from "../platform/config/read-config.ts";
import { type Logger, silentLogger } from "../platform/kernel/logger.ts";
import { type Role, readServeOptions } from "./roles.ts";
import { assertRoles, logRoleWarnings } from "./wiring/assert-roles.ts";
import { fallbackLocationOf } from "./wiring/config-slices.ts";

const MACHINE = {
  hostName: "watch-1",
  cores: 2,
  hasIpv6: true,
  workingDirectory: "/srv/vedette",
  temporaryDirectory: "/tmp",
  readFile: () => "",
};
const configOf = (env: Record<string, string> = {}) => readConfig(env, MACHINE);
const NATS_URL = "nats://nats.example.org:4222";
const DATABASE_URL = "postgres://vedette:hidden@db.example.org/vedette";

describe("the arguments of serve", () => {
  test.each<[string, Role[], string | null]>([
    ["", ["api", "scheduler", "runner"], null],
    ["--location eu-west-1", ["api", "scheduler", "runner"], "eu-west-1"],
    ["--role api --role scheduler", ["api", "scheduler"], null],
    ["--role api,runner --location x", ["api", "runner"], "x"],
    ["--role runner,scheduler,api", ["runner", "scheduler", "api"], null],
  ])("'%s' selects these roles", (words, roles, location) => {
    const options = readServeOptions(words.split(" ").filter(Boolean));
    expect([[...options.roles], options.location]).toEqual([roles, location]);
  });

  test.each([
    ["--role watcher", "Unknown role 'watcher': use api, scheduler, runner"],
    ["--role api,", "Unknown role ''"],
    ["--role runner --location EU", "--location EU is not a valid location"],
    ["--role api --location eu", "--location applies only to runners"],
    ["--demo --role api", "--demo runs with all roles"],
    ["--force", "--force applies only to --demo"],
    ["runner", "Usage: vedette serve --role runner"],
    ["--rolle runner", "Usage: vedette serve --role runner"],
  ])("'%s' is rejected with one sentence", (words, message) => {
    expect(() => readServeOptions(words.split(" "))).toThrow(message);
  });
});

describe("a process with some of the roles", () => {
  const roles = (...names: Role[]) => new Set(names);
  const all = roles("api", "scheduler", "runner");

  test("needs NATS, and a database that others reach too unless it only runs checks", () => {
    expect(() => assertRoles(configOf(), all)).not.toThrow();
    expect(() => assertRoles(configOf({ DATABASE_URL }), roles("api"))).toThrow("set NATS_URL");
    expect(() => assertRoles(configOf({ NATS_URL }), roles("api"))).toThrow("set DATABASE_URL");
    expect(() => assertRoles(configOf({ NATS_URL }), roles("scheduler", "runner"))).toThrow(
      "set DATABASE_URL",
    );
    expect(() => assertRoles(configOf({ NATS_URL }), roles("runner"))).not.toThrow();
    expect(() => assertRoles(configOf({ NATS_URL, DATABASE_URL }), roles("api", "scheduler"))).not.toThrow();
  });

  test("has no fallback runner", () => {
    expect(fallbackLocationOf(configOf(), all)).toBe("default");
    expect(fallbackLocationOf(configOf({ VEDETTE_LOCATION_FALLBACK: "off" }), all)).toBeNull();
    for (const some of [roles("scheduler"), roles("api"), roles("scheduler", "runner")])
      expect(fallbackLocationOf(configOf(), some)).toBeNull();
  });

  test("logs warnings about surprising settings, without secrets", () => {
    const warnings: string[] = [];
    const log: Logger = { ...silentLogger, warn: (_, facts) => void warnings.push(String(facts?.warning)) };
    const publicUrl = { VEDETTE_PUBLIC_URL: "https://watch.example.org" };
    logRoleWarnings({ config: configOf({ NATS_URL, DATABASE_URL }), roles: all }, log);
    logRoleWarnings({ config: configOf({ NATS_URL, DATABASE_URL, ...publicUrl }), roles: roles("api") }, log);
    logRoleWarnings({ config: configOf({ NATS_URL, S3_BUCKET: "runs" }), roles: roles("runner") }, log);
    expect(warnings).toEqual([]);
    logRoleWarnings({ config: configOf({ NATS_URL, DATABASE_URL }), roles: roles("runner") }, log);
    logRoleWarnings({ config: configOf({ NATS_URL, DATABASE_URL }), roles: roles("scheduler") }, log);
    expect(warnings).toEqual([
      expect.stringContaining("DATABASE_URL is set for a runner"),
      expect.stringContaining("Files of journeys are stored in /srv/vedette/data"),
      expect.stringContaining("VEDETTE_PUBLIC_URL is not set"),
    ]);
    expect(warnings.join()).not.toContain("hidden");
  });
});
