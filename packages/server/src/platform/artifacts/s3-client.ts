import { HeadBucketCommand, S3ServiceException } from "@aws-sdk/client-s3";
import { createObjectStoreClient, type ObjectStore } from "./object-store-client.ts";
import { S3Artifacts } from "./s3.ts";

/** The location of a bucket and the credentials for it. */
export type S3Location = ObjectStore & {
  bucket: string;
  prefix: string;
  /** Endpoint for browsers; null if it is the same as `endpoint`. */
  publicEndpoint: string | null;
  links: "presigned" | "proxied";
};

export function openS3Artifacts(place: S3Location): S3Artifacts {
  const client = createObjectStoreClient(place);
  const linkClient =
    place.links === "proxied"
      ? null
      : place.publicEndpoint === null
        ? client
        : createObjectStoreClient({ ...place, endpoint: place.publicEndpoint });
  return new S3Artifacts({ client, bucket: place.bucket, prefix: place.prefix, linkClient });
}

/** Returns why the store denies access to the bucket; null if it grants access or is unavailable for now. */
export async function bucketRefusal(place: S3Location): Promise<string | null> {
  const client = createObjectStoreClient(place);
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
