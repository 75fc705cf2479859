import type { LogLevel } from "../kernel/logger.ts";
import type { Secret } from "./secret.ts";

/** What the environment configures. `roles/` passes slices of it on. */
export type Config = {
  readonly http: {
    readonly listenAddress: string;
    readonly port: number;
    readonly publicUrl: string | null;
    /** Status pages are at `<slug>.<domain>` too; null if they are not. */
    readonly statusDomain: string | null;
    /** Empty if no origin is allowed. */
    readonly corsOrigins: "*" | readonly string[];
    readonly trustedProxies: false | number | readonly string[];
    /** 0 means no limit. */
    readonly requestsPerMinute: number;
    /** 0 means no limit. */
    readonly requestsPerMinuteOfOrganization: number;
    /** Maximum active keys per organization; 0 means no limit. */
    readonly apiKeysMax: number;
    readonly requestsPerMinuteWithoutKey: number;
    readonly pingsPerMinuteOfAddress: number;
    /** Products whose senders may ping heartbeats. */
    readonly compat: readonly ("kuma" | "gatus")[];
    readonly metricsToken: Secret | null;
  };
  /** The URL that is requested while the process is healthy. */
  readonly heartbeat: { readonly url: Secret | null };
  /** An absolute path. */
  readonly data: { readonly directory: string };
  readonly database: { readonly url: Secret | null; readonly connectionsMax: number };
  /** Null if one process does everything. */
  readonly nats: {
    /** Comma-separated URLs, which may contain user and password. */
    readonly url: Secret;
    readonly prefix: string;
    readonly replicas: number;
    readonly credentials: Secret | null;
    readonly tls: { readonly ca: Secret | null; readonly cert: Secret | null; readonly key: Secret | null };
  } | null;
  readonly signUp: "invite" | "open";
  /** Created at a start without any account; null for a setup link instead. */
  readonly firstAccount: { readonly email: string; readonly password: Secret } | null;
  readonly recipients: {
    /** Whether recipients who are not members must confirm their address before they get alerts. */
    readonly needConfirmation: boolean;
    /** Maximum emails per organization and hour; 0 means no limit. */
    readonly mailsPerHour: number;
  };
  /** Both are set, or neither. */
  readonly mail: { readonly smtpUrl: Secret | null; readonly from: string | null };
  /** The server that a runner on another machine works for. */
  readonly server: {
    readonly url: string | null;
    readonly key: Secret | null;
    /** Path of a CA certificate. */
    readonly ca: string | null;
    readonly allowsInsecureHttp: boolean;
    /** Absolute path. */
    readonly reportsDirectory: string;
    readonly reportsBytesMax: number;
  };
  readonly oidc: {
    readonly issuer: string;
    readonly clientId: string;
    readonly clientSecret: Secret;
    readonly name: string;
  } | null;
  readonly stripe: {
    readonly secretKey: Secret;
    readonly webhookSecret: Secret;
    readonly apiUrl: string;
  } | null;
  readonly secrets: { readonly masterKey: Secret | null; readonly previousMasterKeys: readonly Secret[] };
  readonly egress: {
    readonly mode: "self-hosted" | "hosted";
    readonly allow: readonly string[];
    readonly deny: readonly string[];
    readonly portsDeny: readonly number[];
    readonly unixSockets: readonly string[];
  };
  readonly alerting: { readonly deliveryRetryMaxSeconds: number };
  readonly runner: {
    readonly name: string;
    readonly location: string;
    readonly isFallback: boolean;
    readonly threads: number;
    readonly checksInFlightPerThreadMax: number;
    readonly organizationSharePercent: number;
    readonly canaries: readonly (
      | { kind: "url"; url: string }
      | { kind: "tcp"; host: string; port: number }
    )[];
    readonly evidenceResolver: string | null;
  };
  readonly journeys: {
    readonly chromiumPath: string | null;
    readonly runsMax: number;
    readonly scripts: "sandboxed" | "trusted";
    readonly browserSandbox: "required" | "preferred";
    readonly browsersMax: number;
    /** Parent of the folders of browsers and scripts, which other system users must be able to access. */
    readonly temporaryDirectory: string;
    /** Search path for programs. */
    readonly searchPath: string;
  };
  readonly artifacts: {
    /** Null if there is no quota. */
    readonly bytesPerOrganizationMax: number | null;
    readonly freeBytesMin: number;
  };
  /** Null if files are stored in `data.directory`. */
  readonly s3: {
    readonly bucket: string;
    readonly prefix: string;
    readonly region: string;
    readonly endpoint: string | null;
    readonly publicEndpoint: string | null;
    readonly isPathStyle: boolean;
    readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: Secret } | null;
    readonly links: "presigned" | "proxied";
  } | null;
  readonly backup: {
    /** A folder as an absolute path that ends in "/", or an s3:// URL; null if no backup is made at night. */
    readonly location: string | null;
    /** A passphrase or a key of age. */
    readonly key: Secret | null;
    /** Minutes since midnight, UTC. */
    readonly minuteOfDay: number;
    readonly keep: number;
    readonly withResults: boolean;
    /** The store of s3:// locations, whose bucket is in the location. */
    readonly bucket: Omit<NonNullable<Config["s3"]>, "bucket" | "prefix" | "publicEndpoint" | "links">;
  };
  readonly log: { readonly level: LogLevel };
  /** URL of the list of RDAP services; null if no domain is looked up. */
  readonly domains: { readonly rdapBootstrapUrl: string | null };
  /** `closeDays` is 0 if no days are closed. */
  readonly retention: { readonly days: number; readonly closeDays: number; readonly trashDays: number };
  readonly billing: { readonly plansFile: string | null };
  /** The folder of monitoring as code; null if there is none. */
  readonly codeFolder: {
    /** An absolute path. */
    readonly directory: string;
    /** Null for the project that the files name. */
    readonly project: string | null;
    /** ID or slug; null for the only organization. */
    readonly organization: string | null;
    readonly deleteMax: number | null;
    /** What credentials in the files may name. */
    readonly variables: Readonly<Record<string, string>>;
  } | null;
  /** Possible mistakes that do not prevent a start; for the log. */
  readonly warnings: readonly string[];
};
