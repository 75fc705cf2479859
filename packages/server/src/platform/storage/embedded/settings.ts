import { totalmem } from "node:os";

/** Settings of the embedded server by name. Sizes carry PostgreSQL's units. */
export type Settings = Record<string, string>;

/**
 * What differs from PostgreSQL's own defaults, each with its reason. Given on the command line, so that
 * an upgrade of Vedette changes them; whoever needs others runs a PostgreSQL of his own by DATABASE_URL.
 * Autovacuum of the big append-only tables is set on the tables, by the migrations.
 */
export function serverSettings(memoryBytes = usableMemoryBytes()): Settings {
  const memoryMb = Math.floor(memoryBytes / 2 ** 20);
  return {
    // Only a Unix socket: nothing to collide with on the machine, and nothing to guard on the network.
    listen_addresses: "",
    // The folder of the socket has mode 0700 and the server asks for a password; this is a third barrier.
    unix_socket_permissions: "0700",
    // The password is 256 random bits: 4,096 rounds would cost each connection 5 ms and protect nothing.
    scram_iterations: "1",
    // One Vedette uses some twenty; the rest is for a console, a backup, a second role.
    max_connections: "60",

    // The day being written and its indexes: 0.38 instead of 7.5 ms for a day of one monitor (stack.md 4).
    shared_buffers: `${clamp(Math.floor(memoryMb / 16), 128, 256)}MB`,
    // Only tells the planner how much the system's own cache holds.
    effective_cache_size: `${Math.max(256, Math.floor(memoryMb / 2))}MB`,
    // Sorts of a page or a rollup fit; forty at once still leave a small machine standing.
    work_mem: "8MB",
    // Index builds of one migration at a time.
    maintenance_work_mem: "64MB",
    // Solid state: a random page costs hardly more than the next one.
    random_page_cost: "1.1",
    // Compiling takes longer than any statement of ours runs, and tens of megabytes a connection.
    jit: "off",
    // A report must not take the cores that checks run on, nor /dev/shm, which is 64 MB in a container.
    max_parallel_workers_per_gather: "0",
    max_parallel_maintenance_workers: "0",
    // No replication in here: one process less.
    max_logical_replication_workers: "0",
    // A statement over ninety daily partitions locks each and its index.
    max_locks_per_transaction: "128",

    // An acknowledged result is on the disk: a promise, so never off.
    synchronous_commit: "on",
    // Checkpoints far apart: after each, every page touched is logged whole once more. The binaries have
    // no lz4, and pglz costs more processor time than those few pages are worth: wal_compression stays off.
    checkpoint_timeout: "15min",
    max_wal_size: "2GB",

    // A transaction of a process that hangs must not hold locks and old row versions for ever.
    idle_in_transaction_session_timeout: "60s",
    // A statement whose caller was killed ends soon, not when it is done.
    client_connection_check_interval: "10s",

    // Instants are compared and cut into days in UTC, whatever the machine's zone.
    timezone: "UTC",
    log_timezone: "UTC",
    // Into Vedette's own file (standard error), its trouble only, and never the values of a statement.
    log_destination: "stderr",
    logging_collector: "off",
    log_line_prefix: "%m [%p] ",
    log_checkpoints: "off",
    log_min_error_statement: "panic",
    log_error_verbosity: "terse",
    log_parameter_max_length: "0",
  };
}

/** The settings as arguments of `postgres`. */
export function settingArguments(settings: Settings): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}

/** The machine's memory, or what a container may use of it. */
function usableMemoryBytes(): number {
  const constrained = process.constrainedMemory();
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
