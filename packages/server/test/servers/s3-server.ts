import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "s3rver";
import type { S3Location } from "../../src/platform/artifacts/s3-client.ts";

/** A real S3-compatible server on loopback that verifies signatures. */
export async function startS3Server(): Promise<{ location: S3Location; close(): Promise<void> }> {
  const directory = await mkdtemp(join(tmpdir(), "vedette-s3-"));
  const server = new S3rver({
    port: 0,
    address: "127.0.0.1",
    silent: true,
    directory,
    configureBuckets: [{ name: BUCKET }],
  });
  const { port } = await server.run();
  return {
    location: {
      bucket: BUCKET,
      prefix: "vedette/",
      region: "us-east-1",
      endpoint: `http://127.0.0.1:${port}`,
      publicEndpoint: null,
      isPathStyle: true,
      credentials: { accessKeyId: "S3RVER", secretAccessKey: "S3RVER" },
      links: "presigned",
    },
    async close() {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

const BUCKET = "artifacts";
