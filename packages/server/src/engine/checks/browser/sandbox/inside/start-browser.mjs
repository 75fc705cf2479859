// Starts a browser inside the sandbox, with an egress for each run that may use it concurrently. Its pipe to
// the runner uses the descriptors 3 and 4, as Playwright passes them.
import { spawn } from "node:child_process";
import { openEgress } from "./open-egress.mjs";

const [program, egressFolder, portFirst, slots, ...args] = process.argv.slice(2);
for (let slot = 0; slot < Number(slots); slot++) {
  await openEgress(`${egressFolder}/${slot}.sock`, Number(portFirst) + slot);
}
// The folder in Playwright's arguments is on the runner's machine and does not exist here.
const own = args.map((arg) =>
  arg.startsWith("--user-data-dir=") ? `--user-data-dir=${process.env.HOME}/profile` : arg,
);
const browser = spawn(program, own, { stdio: ["ignore", 1, 2, 3, 4] });
browser.once("error", (error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
browser.once("exit", (code) => process.exit(code ?? 1));
