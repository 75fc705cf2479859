import type { PlacedCredential } from "./credential-paths.ts";
import { FileError, type ProjectFolder } from "./project-folder.ts";

export type ResolvedCredentials = {
  /** The values by the JSON pointers of the credentials. */
  values: Record<string, string>;
  /** What has no value, with the reason. */
  missing: { credential: PlacedCredential; reason: string }[];
};

/** Reads the values of credentials from the environment and from files of the project. */
export function resolveCredentials(
  credentials: readonly PlacedCredential[],
  { folder, env }: { folder: ProjectFolder; env: Readonly<Record<string, string | undefined>> },
): ResolvedCredentials {
  const resolved: ResolvedCredentials = { values: {}, missing: [] };
  for (const placed of credentials) {
    const { credential, pointer } = placed;
    if ("keep" in credential) continue;
    const found = "env" in credential ? ofVariable(credential.env, env) : ofFile(credential.file, folder);
    if ("value" in found) resolved.values[pointer] = found.value;
    else resolved.missing.push({ credential: placed, reason: found.reason });
  }
  return resolved;
}

type Found = { value: string } | { reason: string };

function ofVariable(name: string, env: Readonly<Record<string, string | undefined>>): Found {
  const value = env[name];
  // An empty one is a secret of CI that this branch may not read.
  return value ? { value } : { reason: `the environment variable ${name} is not set` };
}

function ofFile(name: string, folder: ProjectFolder): Found {
  try {
    // Editors end files with a line feed.
    const value = folder.read(name).replace(/\r?\n$/, "");
    return value === "" ? { reason: `the file ${name} is empty` } : { value };
  } catch (error) {
    if (error instanceof FileError) return { reason: `the file ${name} ${error.message}` };
    throw error;
  }
}
