import { HeadBucketCommand, S3Client, S3ServiceException } from "@aws-sdk/client-s3";
import { S3Artifacts } from "./s3.ts";

/** The location of a bucket and the credentials for it. */
export type S3Location = {
  bucket: string;
  prefix: string;
  region: string;
  /** Null for Amazon S3. */
  endpoint: string | null;
  /** Endpoint for browsers; null if it is the same as `endpoint`. */
  publicEndpoint: string | null;
  isPathStyle: boolean;
  /** Null if the machine has a role or the SDK finds credentials as documented. */
  credentials: { accessKeyId: string; secretAccessKey: string } | null;
  links: "presigned" | "proxied";
};

/** Limits how long an unresponsive store delays a run: three attempts of each request. */
const CONNECT_TIMEOUT_MS = 3_000;
const SILENCE_TIMEOUT_MS = 10_000;
const ATTEMPTS_MAX = 3;

export function openS3Artifacts(place: S3Location): S3Artifacts {
  const client = createS3Client(place, place.endpoint);
  const linkClient =
    place.links === "proxied"
      ? null
      : place.publicEndpoint === null
        ? client
        : createS3Client(place, place.publicEndpoint);
  return new S3Artifacts({ client, bucket: place.bucket, prefix: place.prefix, linkClient });
}

/** Returns why the store denies access to the bucket; null if it grants access or is unavailable for now. */
export async function bucketRefusal(place: S3Location): Promise<string | null> {
  const client = createS3Client(place, place.endpoint);
  try {
    await client.send(new HeadBucketCommand({ Bucket: place.bucket }));
    return null;
  } catch (error) {
    const status = error instanceof S3ServiceException ? (error.$metadata.httpStatusCode ?? 0) : 0;
    if (status < 400 || status >= 500) return null;
    if (status === 404) return `the bucket '${place.bucket}' does not exist`;
    return `the store returned ${status} for the bucket '${place.bucket}': check the access key and its permissions`;
  } finally {
    client.destroy();
  }
}

export function createS3Client(
  { region, isPathStyle, credentials }: Pick<S3Location, "region" | "isPathStyle" | "credentials">,
  endpoint: string | null,
): S3Client {
  return new S3Client({
    region,
    forcePathStyle: isPathStyle,
    maxAttempts: ATTEMPTS_MAX,
    requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS, requestTimeout: SILENCE_TIMEOUT_MS },
    // Many compatible stores do not support the checksums of the SDK; TLS protects the transfer.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    ...(endpoint !== null && { endpoint }),
    ...(credentials !== null && { credentials }),
  });
}
