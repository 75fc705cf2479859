import type { Machine } from "../../src/platform/config/machine.ts";
import { readConfig } from "../../src/platform/config/read-config.ts";
import { StartError } from "../../src/platform/kernel/errors.ts";

const FILES: Record<string, string> = {
  "/run/secrets/url": "postgres://a:hunter2@db/x\n",
  "/run/secrets/none": "\n",
};

/** The facts of a machine with files of secrets. */
export const machine: Machine = {
  hostName: "watch-1.example.org",
  cores: 8,
  hasIpv6: true,
  temporaryDirectory: "/tmp",
  workingDirectory: "/srv/vedette",
  readFile(path) {
    const text = FILES[path];
    if (text === undefined) throw new Error(`ENOENT: no such file or directory, open '${path}'`);
    return text;
  },
};

/** Returns the message of the error at start; "" if there is none. */
export function faultsOf(env: Record<string, string>): string {
  try {
    readConfig(env, machine);
  } catch (error) {
    if (error instanceof StartError) return error.message;
    throw error;
  }
  return "";
}
