import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { UsageError } from "../exit-codes.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

export type Profile = { name: string; server: string; key: string };

/** The file of the profiles. `current` is used without `--profile` and VEDETTE_PROFILE. */
export type ProfileFile = {
  current: string | null;
  profiles: Record<string, { server: string; key: string }>;
};

/** The owner's permissions only, because the file has keys. */
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

/** Returns the path of the file; null without a home folder, which containers may not have. */
function profilePath({ XDG_CONFIG_HOME: folder, HOME, USERPROFILE }: Environment): string | null {
  const home = HOME || USERPROFILE;
  if (folder) return join(folder, "vedette", "config.json");
  return home ? join(home, ".config", "vedette", "config.json") : null;
}

/** Returns the profile of that name, of VEDETTE_PROFILE, or the current one; null if no profile is selected. */
export function readProfile(name: string | undefined, env: Environment): Profile | null {
  const wanted = name ?? (env.VEDETTE_PROFILE || undefined);
  const { current, profiles } = readProfiles(env);
  const selected = wanted ?? current;
  if (selected === null) return null;
  const found = Object.hasOwn(profiles, selected) ? profiles[selected] : undefined;
  if (found) return { name: selected, ...found };
  if (wanted === undefined) return null;
  throw new UsageError(
    `There is no profile '${wanted}'. 'vdt profiles list' lists them; 'vdt login --profile ${wanted}' creates it.`,
  );
}

export function readProfiles(env: Environment): ProfileFile {
  const path = profilePath(env);
  if (path === null) return { current: null, profiles: {} };
  try {
    const value: unknown = JSON.parse(readFileSync(path, "utf8"));
    if (isProfileFile(value)) return value;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT")
      return { current: null, profiles: {} };
    if (!(error instanceof SyntaxError)) {
      const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
      throw new UsageError(`${path} cannot be read (${code}).`);
    }
  }
  throw new UsageError(`${path} is not a file of profiles: repair it, or delete it and log in again.`);
}

/** Replaces the file as a whole, so that no reader sees a part of it. */
export function writeProfiles(file: ProfileFile, env: Environment): void {
  const path = profilePath(env);
  if (path === null) throw new UsageError("HOME is not set, so there is no folder for profiles: set HOME.");
  const temporary = `${path}.${process.pid}`;
  try {
    mkdirSync(dirname(path), { recursive: true, mode: FOLDER_MODE });
    chmodSync(dirname(path), FOLDER_MODE);
    writeFileSync(temporary, `${JSON.stringify(file, null, 2)}\n`, { mode: FILE_MODE, flag: "wx" });
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    throw new UsageError(`${path} cannot be written (${code}).`);
  }
}

function isProfileFile(value: unknown): value is ProfileFile {
  if (typeof value !== "object" || value === null || !("profiles" in value) || !("current" in value))
    return false;
  const { current, profiles } = value;
  if ((current !== null && typeof current !== "string") || typeof profiles !== "object" || !profiles)
    return false;
  return Object.values(profiles).every(
    (one: unknown) =>
      typeof one === "object" &&
      one !== null &&
      "server" in one &&
      typeof one.server === "string" &&
      URL.canParse(one.server) &&
      "key" in one &&
      typeof one.key === "string",
  );
}
