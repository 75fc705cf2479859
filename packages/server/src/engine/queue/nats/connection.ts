import { type JetStreamClient, type JetStreamManager, jetstream } from "@nats-io/jetstream";
import {
  type Authenticator,
  connect,
  credsAuthenticator,
  type NatsConnection,
  type NodeConnectionOptions,
  usernamePasswordAuthenticator,
} from "@nats-io/transport-node";
import { StartError } from "../../../platform/kernel/errors.ts";
import { errorFacts } from "../../../platform/kernel/logger.ts";
import type { NatsQueueOptions } from "./nats-queue-options.ts";

/** The connection to NATS. It reconnects automatically every time it is lost. */
export type NatsLink = {
  readonly nc: NatsConnection;
  readonly js: JetStreamClient;
  readonly jsm: JetStreamManager;
  /** The NATS user of this process if its name can be part of a subject; permissions refer to it. */
  readonly user: string | null;
  isConnected(): boolean;
  /** Calls `handler` after each reconnect until the returned function is called. */
  onReconnect(handler: () => void): () => void;
  close(): Promise<void>;
};

/** A NATS server that starts together with this process may need this long. */
const FIRST_WITHIN_MS = 30_000;
const RETRY_PAUSE_MS = 500;
const DIAL_TIMEOUT_MS = 5_000;
/** Two unanswered pings close the connection: a silent network failure is detected within 10 to 15 s. */
const PING_INTERVAL_MS = 5_000;
const PINGS_PENDING_MAX = 2;

export async function linkToNats(options: NatsQueueOptions): Promise<NatsLink> {
  const { clock, log } = options;
  const where = options.servers.map(hostPortOf).join(", ");
  const settings = settingsOf(options);
  const deadlineMs = clock.monotonic() + FIRST_WITHIN_MS;
  const nc = await dial(settings, { where, isOver: () => clock.monotonic() > deadlineMs });
  const js = jetstream(nc);
  const jsm = await js.jetstreamManager().catch((error: unknown) => {
    throw new StartError(
      `NATS at ${where} has no JetStream for this account (${reason(error)}): start nats-server with --jetstream and enable JetStream for this user's account.`,
      { cause: error },
    );
  });
  let isConnected = true;
  let isClosing = false;
  const handlers = new Set<() => void>();

  async function follow(): Promise<void> {
    for await (const status of nc.status()) {
      if (status.type === "disconnect" && isConnected) {
        isConnected = false;
        if (!isClosing) log.warn("nats.disconnected", { servers: where });
      } else if (status.type === "reconnect") {
        isConnected = true;
        log.info("nats.reconnected", { servers: where });
        for (const handler of handlers) handler();
      } else if (status.type === "error") log.warn("nats.request_rejected", errorFacts(status.error));
    }
    isConnected = false;
  }

  void follow();
  log.info("nats.connected", { servers: where, version: nc.info?.version });
  return {
    nc,
    js,
    jsm,
    user: userOf(options),
    isConnected: () => isConnected,
    onReconnect(handler) {
      handlers.add(handler);
      return () => void handlers.delete(handler);
    },
    async close() {
      isClosing = true;
      // Without a connection there is no server to drain to.
      if (isConnected) await nc.drain().catch(() => nc.close());
      else await nc.close();
    },
  };
}

async function dial(
  settings: NodeConnectionOptions,
  { where, isOver: isExpired }: { where: string; isOver: () => boolean },
): Promise<NatsConnection> {
  for (;;) {
    try {
      return await connect(settings);
    } catch (error) {
      // The server would refuse these errors again, so there is no retry.
      if (!isExpired() && !/authori[sz]ation|certificate|tls|permissions/i.test(reason(error))) {
        await new Promise((resolve) => setTimeout(resolve, RETRY_PAUSE_MS));
        continue;
      }
      throw new StartError(
        `Cannot use NATS at ${where}: ${reason(error)}. Check that it runs and that NATS_URL, NATS_CREDS and NATS_TLS_* are right.`,
        { cause: error },
      );
    }
  }
}

function settingsOf(options: NatsQueueOptions): NodeConnectionOptions {
  const { servers, tls, credentials, name } = options;
  const user = userOf(options);
  const urls = servers.map((server) => new URL(server.trim()));
  const wantsTls = tls !== undefined || urls.some(({ protocol }) => protocol === "tls:");
  const authenticator = authenticatorOf(urls, credentials);
  return {
    servers: urls.map(({ hostname, port }) => `${hostname}:${port || 4_222}`),
    name,
    // Replies to one user must not be readable by another user.
    ...(user !== null && { inboxPrefix: `_INBOX.${user}` }),
    timeout: DIAL_TIMEOUT_MS,
    pingInterval: PING_INTERVAL_MS,
    maxPingOut: PINGS_PENDING_MAX,
    maxReconnectAttempts: -1,
    reconnectTimeWait: RETRY_PAUSE_MS,
    // Capturing a stack for each request took 3 % of the CPU time of schedulers and runners.
    noAsyncTraces: true,
    // Replacing the credentials of a running process must not stop it.
    ignoreAuthErrorAbort: true,
    ...(wantsTls && { tls: definedOnly(tls ?? {}) }),
    ...(authenticator && { authenticator }),
  };
}

/** One token of a subject: no dot, space or wildcard. */
const TOKEN = /^[\w-]+$/;

/** Returns the user in the URL, or the public key of the user in the credentials file. */
function userOf({ servers, credentials }: NatsQueueOptions): string | null {
  const named = servers.map((server) => URL.parse(server.trim())?.username ?? "").find((name) => name !== "");
  const user = credentials === undefined ? decodeURIComponent(named ?? "") : subjectOf(credentials);
  return TOKEN.test(user) ? user : null;
}

/**
 * Returns the `sub` claim of the JWT in a credentials file. Source: docs.nats.io, "Decentralized JWT
 * Authentication".
 */
function subjectOf(credentials: string): string {
  const claims = /[\w-]+\.(?<claims>[\w-]+)\.[\w-]+/.exec(credentials)?.groups?.claims ?? "";
  try {
    return String(JSON.parse(Buffer.from(claims, "base64url").toString()).sub);
  } catch {
    // The authenticator reports what is wrong with the file.
    return "";
  }
}

/** Returns the options without the keys that are undefined. */
function definedOnly({ ca, cert, key }: NonNullable<NatsQueueOptions["tls"]>) {
  return { ...(ca && { ca }), ...(cert && { cert }), ...(key && { key }) };
}

function authenticatorOf(urls: readonly URL[], credentials: string | undefined): Authenticator | null {
  if (credentials !== undefined) return credsAuthenticator(new TextEncoder().encode(credentials));
  const named = urls.find(({ username }) => username !== "");
  if (!named) return null;
  const user = decodeURIComponent(named.username);
  return usernamePasswordAuthenticator(user, decodeURIComponent(named.password));
}

/** Returns the host and port, the only part of a URL that may be logged. */
function hostPortOf(server: string): string {
  return URL.parse(server.trim())?.host ?? "an invalid URL";
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
