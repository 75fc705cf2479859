import { StartError } from "../kernel/errors.ts";
import type { ArtifactStore } from "./artifact-store.ts";
import { DiskArtifacts } from "./disk.ts";
import type { S3Location } from "./s3-client.ts";

/** Where artifacts are stored; plain data, because it is passed to other threads. */
export type ArtifactLocation = { directory: string; freeBytesMin: number } | { s3: S3Location };

/** Opens the store. The S3 SDK is loaded only if a bucket is configured, because it uses memory. */
export async function openArtifacts(location: ArtifactLocation): Promise<ArtifactStore> {
  if ("directory" in location) return new DiskArtifacts(location);
  const { openS3Artifacts } = await import("./s3-client.ts");
  return openS3Artifacts(location.s3);
}

/** Rejects a start with a bucket that can never be used. A temporary outage of the store is accepted. */
export async function assertUsable(location: ArtifactLocation): Promise<void> {
  if ("directory" in location) return;
  const { bucketRefusal } = await import("./s3-client.ts");
  const refusal = await bucketRefusal(location.s3);
  if (refusal !== null)
    throw new StartError(`Files of runs cannot be stored: ${refusal}. See the S3_ settings.`);
}
