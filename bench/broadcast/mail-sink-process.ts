import { SMTPServer } from "smtp-server";

/**
 * A mail server that accepts all and keeps counts only, in a process of its own, so that nothing of its event loop is in what
 * is measured. Writes its port, then answers each line of standard input with what it received since the last one.
 */
let messages = 0;
let bytes = 0;
let lastAtMs = 0;
const recipients = new Set<string>();

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS", "AUTH"],
  onData(stream, { envelope }, done) {
    stream.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
    });
    stream.on("end", () => {
      messages += 1;
      lastAtMs = Date.now();
      for (const { address } of envelope.rcptTo) recipients.add(address);
      done();
    });
  },
});
server.listen(0, "127.0.0.1", () => {
  const address = server.server.address();
  if (address !== null && typeof address !== "string") process.stdout.write(`${address.port}\n`);
});

process.stdin.setEncoding("utf8");
process.stdin.on("data", (line: string) => {
  process.stdout.write(`${JSON.stringify({ messages, bytes, lastAtMs, recipients: recipients.size })}\n`);
  if (line.startsWith("reset")) {
    messages = 0;
    bytes = 0;
    recipients.clear();
  }
});
process.stdin.on("end", () => process.exit(0));
