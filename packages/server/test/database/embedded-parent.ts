/** A process that starts the embedded server in argv[2], prints its connection, and waits to be killed. */
import { systemClock } from "../../src/platform/kernel/clock.ts";
import { createLogger } from "../../src/platform/kernel/logger.ts";
import { startEmbedded } from "../../src/platform/storage/embedded/embedded-postgres.ts";

const server = await startEmbedded({
  dataDir: process.argv[2] ?? "",
  log: createLogger("error"),
  clock: systemClock,
});
process.once("SIGTERM", () => void server.stop());
process.stdout.write(`${JSON.stringify({ pid: server.pid, connection: server.connection })}\n`);
