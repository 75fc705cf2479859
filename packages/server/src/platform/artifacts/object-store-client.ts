import { S3Client } from "@aws-sdk/client-s3";

/** An S3-compatible store and the credentials for it. */
export type ObjectStore = {
  region: string;
  /** Null for Amazon S3. */
  endpoint: string | null;
  isPathStyle: boolean;
  /** Null if the machine has a role or the SDK finds credentials as documented. */
  credentials: { accessKeyId: string; secretAccessKey: string } | null;
};

/** Limits how long an unresponsive store delays a run: three attempts of each request. */
const CONNECT_TIMEOUT_MS = 3_000;
const SILENCE_TIMEOUT_MS = 10_000;
const ATTEMPTS_MAX = 3;

export function createObjectStoreClient({
  region,
  endpoint,
  isPathStyle,
  credentials,
}: ObjectStore): S3Client {
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
