import type { ArtifactError } from "./artifact-store.ts";

export function noSpaceLeft(): ArtifactError {
  return { error: "no_space", message: "There is no space left to store the file." };
}

/** Returns the code of a system error, such as ENOENT; empty for other errors. */
export function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}
