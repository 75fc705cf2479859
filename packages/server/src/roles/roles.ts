import { parseArgs } from "node:util";
import { locationSchema } from "@vedette/contract/targets/target-fields.ts";
import { StartError } from "../platform/kernel/errors.ts";

/** The roles of a process: all of them, or some if other processes have the rest. */
export const ROLES = ["api", "scheduler", "runner"] as const;
export type Role = (typeof ROLES)[number];

export type DemoOptions = {
  /** Whether the sample organization is created if there is none. */
  creates: boolean;
  /** Also beside users and targets of this installation. */
  isForced: boolean;
};

export type ServeOptions = {
  roles: ReadonlySet<Role>;
  /** Overrides VEDETTE_LOCATION; null if not given. */
  location: string | null;
  /** Overrides VEDETTE_CONFIG_DIR; null if not given. */
  configDirectory: string | null;
  /** Overrides VEDETTE_CONFIG_PROJECT; null if not given. */
  configProject: string | null;
  demo: DemoOptions;
};

/** The arguments of `vedette serve`. */
export function readServeOptions(args: readonly string[]): ServeOptions {
  const {
    role = [],
    location = null,
    "config-dir": configDirectory = null,
    "config-project": configProject = null,
    demo: creates = false,
    force: isForced = false,
  } = parse(args);
  const named = role.flatMap((text) => text.split(",")).map((text) => text.trim());
  const roles = new Set(named.length === 0 ? ROLES : named.map(toRole));
  if (location !== null && !locationSchema.safeParse(location).success) {
    throw new StartError(
      `--location ${location} is not a valid location: use a to z, 0 to 9 and -, at most 63 characters, as in --location eu-west-1.`,
    );
  }
  if (location !== null && !roles.has("runner")) {
    throw new StartError("--location applies only to runners: remove it, or add the role runner.");
  }
  if (creates && isSplit(roles)) throw new StartError("--demo runs with all roles: remove --role.");
  if (isForced && !creates)
    throw new StartError("--force applies only to --demo: add it, or remove --force.");
  return { roles, location, configDirectory, configProject, demo: { creates, isForced } };
}

/** Whether a process has only some roles, so that other processes have the rest. */
export function isSplit(roles: ReadonlySet<Role>): boolean {
  return roles.size < ROLES.length;
}

type Parsed = {
  role?: string[];
  location?: string;
  "config-dir"?: string;
  "config-project"?: string;
  demo?: boolean;
  force?: boolean;
};

function parse(args: readonly string[]): Parsed {
  const options = {
    role: { type: "string", multiple: true },
    location: { type: "string" },
    "config-dir": { type: "string" },
    "config-project": { type: "string" },
    demo: { type: "boolean" },
    force: { type: "boolean" },
  } as const;
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new StartError(`${error instanceof Error ? error.message : error}. ${USAGE}`);
  }
}

const USAGE = "Usage: vedette serve --role runner --location eu-west-1";

function toRole(text: string): Role {
  const role = ROLES.find((each) => each === text);
  if (role !== undefined) return role;
  throw new StartError(`Unknown role '${text}': use ${ROLES.join(", ")}, or several separated by commas.`);
}
