import { readFileSync } from "node:fs";
import { availableParallelism, hostname, networkInterfaces, tmpdir } from "node:os";

/** Facts of the machine that the configuration uses besides the environment. */
export type Machine = {
  hostName: string;
  cores: number;
  hasIpv6: boolean;
  workingDirectory: string;
  temporaryDirectory: string;
  /** Returns the text of a file; throws like `node:fs`. */
  readFile(path: string): string;
};

export function readMachine(): Machine {
  return {
    hostName: hostname(),
    cores: availableParallelism(),
    hasIpv6: Object.values(networkInterfaces()).some((list) => list?.some(({ family }) => family === "IPv6")),
    workingDirectory: process.cwd(),
    temporaryDirectory: tmpdir(),
    readFile: (path) => readFileSync(path, "utf8"),
  };
}
