import process from "node:process";
import { createLab } from "../../../e2e/harness/lab.ts";
import { SHIPPED_COMMAND, type Vedette } from "../../../e2e/harness/vedette.ts";
import type { SocketConnection } from "../../../packages/server/src/platform/storage/connection.ts";
import { findRunningEmbedded } from "../../../packages/server/src/platform/storage/embedded/embedded-postgres.ts";

/** One process with all roles and its PostgreSQL, as users start it. */
export type Service = {
  readonly vedette: Vedette;
  readonly dataDir: string;
  readonly connection: SocketConnection;
};

type ServiceOptions = {
  env?: Record<string, string>;
  /** A command that runs the server, such as one in another namespace. */
  prefix?: readonly string[];
  /** Instead of a new folder. */
  dataDir?: string;
  /** Of an earlier start with the same folder. */
  key?: string;
};

export async function withService<T>(
  { prefix = [], dataDir: given, ...options }: ServiceOptions,
  work: (service: Service) => Promise<T>,
): Promise<T> {
  const ends: (() => Promise<void>)[] = [];
  const lab = createLab((end) => ends.push(end));
  const onSignal = () => process.exit(1);
  process.once("SIGTERM", onSignal);
  try {
    const dataDir = given ?? (await lab.emptyDataDir());
    const vedette = await lab.start({ ...options, dataDir, command: [...prefix, ...SHIPPED_COMMAND] });
    const connection = await findRunningEmbedded(`${dataDir}/postgres`);
    if (connection === null) throw new Error("PostgreSQL does not run");
    const result = await work({ vedette, dataDir, connection });
    await vedette.stop();
    return result;
  } finally {
    process.off("SIGTERM", onSignal);
    for (const end of ends) await end();
  }
}

type CreatedFields = { id: string; signing_secret?: string };

/** Creates what `path` lists. */
export async function create(
  { request }: Pick<Vedette, "request">,
  path: string,
  body: unknown,
): Promise<CreatedFields> {
  const response = await request("POST", `/api/v1/${path}`, body);
  if (response.status !== 201) throw new Error(`${path}: ${response.status} ${response.text}`);
  return (response.body as { data: CreatedFields }).data;
}

/** The data of a response with status 200. */
export async function read<T>({ request }: Pick<Vedette, "request">, path: string): Promise<T> {
  const response = await request("GET", path);
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${response.text}`);
  return (response.body as { data: T }).data;
}

/** The number of log lines with this event. */
export function countLogged(vedette: Vedette, event: string): number {
  return vedette.stderrLines().filter((line) => line.includes(`"${event}"`)).length;
}
