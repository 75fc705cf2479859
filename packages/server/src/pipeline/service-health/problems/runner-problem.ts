import { findPrivateLocation } from "../../../engine/locations/work-queue.ts";
import type { RunnerPresence } from "../../../engine/queue/queue.ts";
import type { FoundProblem } from "./problem-watch.ts";

const NAMED_MAX = 5;

/**
 * Runners of an older version than this server: they run checks of kinds that they know, and miss what is newer. A runner
 * in the process of a scheduler announces no version.
 */
export function findRunnerProblem(
  runners: readonly Pick<RunnerPresence, "runner" | "location" | "version">[],
  ownVersion: string,
): FoundProblem | null {
  const outdated = runners.filter(({ version }) => version !== undefined && isOlder(version, ownVersion));
  if (outdated.length === 0) return null;
  const names = outdated.slice(0, NAMED_MAX).map(({ runner, location, version }) => {
    const place = findPrivateLocation(location)?.location ?? location;
    return `${runner} at ${place} (${version})`;
  });
  const more = outdated.length > NAMED_MAX ? ` and ${outdated.length - NAMED_MAX} more` : "";
  const verb = outdated.length === 1 ? "is" : "are";
  return {
    code: "runner_outdated",
    message: `${names.join(", ")}${more} ${verb} older than this server (${ownVersion}). Update the runners.`,
  };
}

/** Compares major and minor versions: a patch changes nothing between server and runner. */
function isOlder(version: string, than: string): boolean {
  const [[major = 0, minor = 0], [ownMajor = 0, ownMinor = 0]] = [numbersOf(version), numbersOf(than)];
  return major < ownMajor || (major === ownMajor && minor < ownMinor);
}

const numbersOf = (version: string): number[] =>
  version.split(".").map((part) => Number.parseInt(part, 10) || 0);
