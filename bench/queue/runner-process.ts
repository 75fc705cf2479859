import { once } from "node:events";
import process from "node:process";
import { createNatsQueue } from "../../packages/server/src/engine/queue/nats.ts";
import { systemClock } from "../../packages/server/src/platform/kernel/clock.ts";
import { createLogger } from "../../packages/server/src/platform/kernel/logger.ts";
import { toReport } from "./jobs.ts";

/** A runner on NATS that executes no checks: it reports the same outcome for each. Ends when standard input ends. */
const [url = "", name = "runner"] = process.argv.slice(2);
const queue = await createNatsQueue({ servers: [url], clock: systemClock, log: createLogger("warn"), name });
queue.takeJobs("default", (jobs) => queue.publishReports(jobs.map(toReport)));
queue.announce(name, "default");
const announcing = setInterval(() => queue.announce(name, "default"), 5_000);
process.stdout.write("ready\n");

process.stdin.resume();
await once(process.stdin, "end");
clearInterval(announcing);
await queue.close();
