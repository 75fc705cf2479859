import { totalmem } from "node:os";

/** Settings of the embedded server by name. Sizes have PostgreSQL's units. */
export type Settings = Record<string, string>;

/**
 * Differences from PostgreSQL's defaults, each with its reason. Passed on the command line, so that an upgrade of Vedette
 * changes them. To use other settings, run a separate PostgreSQL and set DATABASE_URL. Autovacuum of the large append-only
 * tables is configured on the tables by the migrations. `databaseBytes` is the size of the database at this start.
 */
export function serverSettings(databaseBytes: number, memoryBytes = usableMemoryBytes()): Settings {
  const memoryMb = Math.floor(memoryBytes / 2 ** 20);
  const sharedMb = sharedBuffersMb(databaseBytes, memoryMb);
  return {
    // Only a Unix socket: no port conflicts on the machine, and no exposure to the network.
    listen_addresses: "",
    // The socket folder has mode 0700 and the server requires a password; this is a third barrier.
    unix_socket_permissions: "0700",
    // The password has 256 random bits: 4,096 rounds would cost each connection 5 ms without benefit.
    scram_iterations: "1",
    // One Vedette uses about twenty; the rest is for a console, a backup, a second role.
    max_connections: "60",

    shared_buffers: `${sharedMb}MB`,
    // PostgreSQL writes to all of them at its start. A commit of results has some 100 kB.
    wal_buffers: `${Math.max(512, sharedMb * 16)}kB`,
    // Only a hint for the planner: the size of the file cache of the system.
    effective_cache_size: `${Math.max(256, Math.floor(memoryMb / 2))}MB`,
    // Fits the sorts of a page or a rollup; forty at once are acceptable on a small machine.
    work_mem: "8MB",
    // For index builds of one migration at a time.
    maintenance_work_mem: "64MB",
    // Solid-state disks: a random page costs hardly more than a sequential one.
    random_page_cost: "1.1",
    // Compiling takes longer than any of our statements, and uses tens of megabytes per connection.
    jit: "off",
    // A report must not use the cores of the checks, or /dev/shm, which has 64 MB in a container.
    max_parallel_workers_per_gather: "0",
    max_parallel_maintenance_workers: "0",
    // Reads of whole partitions are rare, and the file cache of the system reads ahead: saves three processes.
    io_method: "sync",
    // No replication: saves one process, and 0.5 MB for connections of replicas.
    max_logical_replication_workers: "0",
    max_wal_senders: "0",
    // As many as autovacuum runs, and no parallel queries: PostgreSQL reserves locks for each possible process, 1 MB.
    autovacuum_worker_slots: "3",
    max_worker_processes: "0",
    // The method `sync` has one read in progress for each process: saves 1.2 MB.
    io_max_concurrency: "1",
    // Only transactions with the isolation SERIALIZABLE take these locks, and there are none: saves 1 MB.
    max_pred_locks_per_transaction: "10",
    // A statement over ninety daily partitions locks each partition and its index.
    max_locks_per_transaction: "128",

    // An acknowledged result must be on disk, so never turn this off.
    synchronous_commit: "on",
    // Infrequent checkpoints: after each one, every modified page is logged completely once more. The binaries have no lz4,
    // and pglz costs more processor time than those few pages are worth: wal_compression stays off.
    checkpoint_timeout: "15min",
    max_wal_size: "2GB",

    // A transaction of a hanging process must not hold locks and old row versions indefinitely.
    idle_in_transaction_session_timeout: "60s",
    // A statement of a killed client stops soon, not when it is done.
    client_connection_check_interval: "10s",

    // Instants are compared and split into days in UTC, regardless of the time zone of the machine.
    timezone: "UTC",
    log_timezone: "UTC",
    // Logs to Vedette's own file (standard error), only problems, and never parameter values.
    log_destination: "stderr",
    logging_collector: "off",
    log_line_prefix: "%m [%p] ",
    log_checkpoints: "off",
    log_min_error_statement: "panic",
    log_error_verbosity: "terse",
    log_parameter_max_length: "0",
  };
}

/**
 * Large databases get buffers that fit the current day and its indexes: 0.38 instead of 7.5 ms to read a day of one monitor.
 * Of a small one, all is in the file cache of the system, and a second copy in buffers takes as much memory as there is room for.
 */
function sharedBuffersMb(databaseBytes: number, memoryMb: number): number {
  const most = clamp(Math.floor(memoryMb / 16), 128, 256);
  return databaseBytes < SMALL_DATABASE_BYTES ? SMALL_BUFFERS_MB : most;
}

/** With ten monitors of 30 s, a database reaches this size after a month; with a thousand, on its first day. */
const SMALL_DATABASE_BYTES = 256 * 2 ** 20;
const SMALL_BUFFERS_MB = 32;

/** Formats the settings as arguments of `postgres`. */
export function settingArguments(settings: Settings): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}

/** Returns the memory of the machine, or the limit of the container. */
function usableMemoryBytes(): number {
  const constrained = process.constrainedMemory();
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
