// Starts a process that tries to outlive its kill, then prints endlessly.
import { spawn } from "node:child_process";
import send from "./send.cjs";

const input = await send.readInput(() => undefined);
const child = spawn("/usr/bin/setsid", ["/bin/sh", "-c", 'trap "" HUP INT TERM; while :; do sleep 1; done'], {
  detached: true,
  stdio: "ignore",
});
child.once("spawn", () => {
  child.unref();
  send.sendMessage({ canary: "outlive", started: true });
  const line = `${"flood ".repeat(1_000)}\n`;
  const flood = () => {
    while (process.stdout.write(line));
    process.stdout.once("drain", flood);
  };
  if (input.isFlooding) flood();
});
