import { startHostileTarget } from "./hostile-target.ts";

/** The hostile target as a process of its own: one line of JSON, then it runs until its input closes. */
const target = await startHostileTarget();
const behaviours = Object.fromEntries(
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
process.stdout.write(`${JSON.stringify({ ca: target.ca, behaviours })}\n`);
process.stdin.resume();
process.stdin.once("close", () => void target.close());
