import type { ServiceProblemCode } from "@vedette/contract/service-health/service-problems.ts";
import { DatabaseError } from "pg";

export type StorageProblem = {
  code: Extract<ServiceProblemCode, `storage_${string}`>;
  /** What the database does not do and the remedy, to be read after the word "storage". */
  message: string;
};

const MESSAGES: Record<StorageProblem["code"], string> = {
  storage_disk_full: "does not write: the disk of the database is full. Free space on it",
  storage_read_only:
    "does not write: the database is read-only. Connect to the primary, or make its file system writable",
  storage_connection_limit:
    "refuses connections: the limit of the database is reached. Raise max_connections, or lower VEDETTE_DATABASE_CONNECTIONS",
  storage_permission:
    "denies access. Check the password and the rights of Vedette's database user, and the owner of the database's files",
  storage_io_error: "cannot read or write its files. See the log of PostgreSQL, and check the disk",
  storage_waits:
    "does not finish statements in time. See pg_stat_activity for what they wait for: a lock, the disk, or a standby that is gone",
  storage_recovering: "is starting, stopping or recovering. If this takes minutes, see the log of PostgreSQL",
  storage_unreachable: "does not respond",
};

/**
 * SQLSTATE, or its class, of the server's answer. Source: PostgreSQL's list of error codes. A file system that is
 * mounted read-only is reported as 42501 (`errcode_for_file_access`), a full one as 53100.
 */
const CODES: readonly [RegExp, StorageProblem["code"]][] = [
  [/^53100/, "storage_disk_full"],
  [/^25006/, "storage_read_only"],
  [/^53[34]/, "storage_connection_limit"],
  [/^(?:42501|28)/, "storage_permission"],
  [/^58/, "storage_io_error"],
  [/^(?:57014|55P03|40P01)/, "storage_waits"],
  [/^57P/, "storage_recovering"],
];

/** The messages of system errors that PostgreSQL puts at the end of its own. */
const SYSTEM_ERRORS: readonly [RegExp, StorageProblem["code"]][] = [
  [/No space left on device|Disk quota exceeded/, "storage_disk_full"],
  [/Read-only file system/, "storage_read_only"],
];

/** The database answers, and takes no writes. */
export const READ_ONLY: StorageProblem = { code: "storage_read_only", message: MESSAGES.storage_read_only };

/** Says why statements fail. `error` is what a `Database` threw; its cause is the error of the driver. */
export function storageProblemOf(error: unknown): StorageProblem {
  const cause = driverError(error);
  const code = (cause && (bySystemError(cause) ?? byState(cause))) ?? "storage_unreachable";
  return { code, message: MESSAGES[code] };
}

function bySystemError({ message }: DatabaseError): StorageProblem["code"] | undefined {
  return SYSTEM_ERRORS.find(([text]) => text.test(message))?.[1];
}

function byState({ code = "" }: DatabaseError): StorageProblem["code"] | undefined {
  return CODES.find(([state]) => state.test(code))?.[1];
}

function driverError(error: unknown): DatabaseError | null {
  if (error instanceof DatabaseError) return error;
  if (error instanceof AggregateError)
    return error.errors.map(driverError).find((found) => found !== null) ?? null;
  return error instanceof Error && error.cause !== undefined ? driverError(error.cause) : null;
}
