import { StartError } from "../kernel/errors.ts";
import type { ArtifactStore } from "./artifact-store.ts";
import { createDiskArtifacts } from "./disk.ts";
import type { S3Location } from "./s3-client.ts";

/** Where artifacts are kept; plain data, for it is handed to other threads. */
export type ArtifactLocation = { directory: string; freeBytesMin: number } | { s3: S3Location };

/** Opens the store. The SDK of S3 takes memory that only those with a bucket should pay: it is loaded here. */
export async function openArtifacts(place: ArtifactLocation): Promise<ArtifactStore> {
  if ("directory" in place) return createDiskArtifacts(place);
  const { openS3Artifacts } = await import("./s3-client.ts");
  return openS3Artifacts(place.s3);
}

/** Refuses a start with a bucket that could never be used. A store that is away for now is none of these. */
export async function assertUsable(place: ArtifactLocation): Promise<void> {
  if ("directory" in place) return;
  const { bucketRefusal } = await import("./s3-client.ts");
  const refusal = await bucketRefusal(place.s3);
  if (refusal !== null)
    throw new StartError(`Files of runs cannot be kept: ${refusal}. See the S3_ settings.`);
}
