import { HeadBucketCommand, S3Client, S3ServiceException } from "@aws-sdk/client-s3";
import type { ArtifactStore } from "./artifact-store.ts";
import { createS3Artifacts } from "./s3.ts";

/** Where a bucket is, and by what right we use it. */
export type S3Location = {
  bucket: string;
  prefix: string;
  region: string;
  /** Null for Amazon's own. */
  endpoint: string | null;
  /** As people's browsers reach it; null where that is `endpoint`. */
  publicEndpoint: string | null;
  isPathStyle: boolean;
  /** Null where the machine has a role, or the SDK finds credentials as its documentation says. */
  credentials: { accessKeyId: string; secretAccessKey: string } | null;
  links: "presigned" | "proxied";
};

/** A store that does not answer must not hold up a run for longer than this: three tries of each request. */
const CONNECT_TIMEOUT_MS = 3_000;
const SILENCE_TIMEOUT_MS = 10_000;
const TRIES_MAX = 3;

export function openS3Artifacts(place: S3Location): ArtifactStore & { close(): void } {
  const client = createClient(place, place.endpoint);
  const linkClient =
    place.links === "proxied"
      ? null
      : place.publicEndpoint === null
        ? client
        : createClient(place, place.publicEndpoint);
  return {
    ...createS3Artifacts({ client, bucket: place.bucket, prefix: place.prefix, linkClient }),
    close() {
      client.destroy();
      linkClient?.destroy();
    },
  };
}

/** Why the store refuses us the bucket; null where it does not, or does not answer at all for now. */
export async function bucketRefusal(place: S3Location): Promise<string | null> {
  const client = createClient(place, place.endpoint);
  try {
    await client.send(new HeadBucketCommand({ Bucket: place.bucket }));
    return null;
  } catch (error) {
    const status = error instanceof S3ServiceException ? (error.$metadata.httpStatusCode ?? 0) : 0;
    if (status < 400 || status >= 500) return null;
    if (status === 404) return `there is no bucket '${place.bucket}'`;
    return `the store answers ${status} for the bucket '${place.bucket}': is the key right, and may it use this bucket?`;
  } finally {
    client.destroy();
  }
}

function createClient({ region, isPathStyle, credentials }: S3Location, endpoint: string | null): S3Client {
  return new S3Client({
    region,
    forcePathStyle: isPathStyle,
    maxAttempts: TRIES_MAX,
    requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS, requestTimeout: SILENCE_TIMEOUT_MS },
    // The SDK's own checksums are unknown to many stores that are compatible otherwise; TLS guards the way.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    ...(endpoint !== null && { endpoint }),
    ...(credentials !== null && { credentials }),
  });
}
