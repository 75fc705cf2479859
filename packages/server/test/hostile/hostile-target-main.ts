import { startHostileTarget } from "./hostile-target.ts";

/** The hostile target as a separate process. It prints one line of JSON and runs until its input closes. */
const target = await startHostileTarget();
const behaviors = Object.fromEntries(
  target.names().map((name) => [
    name,
    {
      url: target.url(name),
      ...target.tcp(name),
      expected: target.expected[name],
      ...(target.expectedOfBody[name] && { expectedOfBody: target.expectedOfBody[name] }),
    },
  ]),
);
process.stdout.write(`${JSON.stringify({ ca: target.ca, behaviors })}\n`);
process.stdin.resume();
process.stdin.once("close", () => void target.close());
