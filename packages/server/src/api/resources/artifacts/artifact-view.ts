import type { Artifact } from "@vedette/contract/runs/artifacts.ts";
import type { ArtifactRow } from "./queries.ts";

/** Converts an artifact row to its API representation. */
export function artifactView(
  { id, kind, name, bytes }: Pick<ArtifactRow, "id" | "kind" | "name" | "bytes">,
  { serverUrl }: { serverUrl: string },
): Artifact {
  return { id, kind, name, bytes, url: artifactUrl(serverUrl, id) };
}

export function artifactUrl(serverUrl: string, id: string): string {
  return `${serverUrl}/api/v1/artifacts/${id}`;
}
