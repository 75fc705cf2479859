/** What our tests use of a package without types. */
declare module "s3rver" {
  // biome-ignore lint/style/noDefaultExport: it is how the package exports it.
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
