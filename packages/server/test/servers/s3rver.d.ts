/** The part of the untyped package that the tests use. */
declare module "s3rver" {
  // biome-ignore lint/style/noDefaultExport: the package exports it this way.
  export default class S3rver {
    constructor(options: {
      port: number;
      address: string;
      silent: boolean;
      directory: string;
      configureBuckets: readonly { name: string }[];
    });
    run(): Promise<{ address: string; port: number }>;
    close(): Promise<void>;
  }
}
