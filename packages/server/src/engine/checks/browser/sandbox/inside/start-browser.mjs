// Starts a browser inside the sandbox, with a way out for each run that may use it at the same time. Its pipe to the
// runner are the descriptors 3 and 4, as Playwright gives them.
import { spawn } from "node:child_process";
import { openWayOut } from "./way-out.mjs";

const [program, egressFolder, portFirst, slots, ...args] = process.argv.slice(2);
for (let slot = 0; slot < Number(slots); slot++) {
  await openWayOut(`${egressFolder}/${slot}.sock`, Number(portFirst) + slot);
}
// The folder that Playwright names is one of the runner's machine, and not there.
const own = args.map((arg) =>
  arg.startsWith("--user-data-dir=") ? `--user-data-dir=${process.env.HOME}/profile` : arg,
);
const browser = spawn(program, own, { stdio: ["ignore", 1, 2, 3, 4] });
browser.once("error", (error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
browser.once("exit", (code) => process.exit(code ?? 1));
