import { once } from "node:events";
import { SMTPServer } from "smtp-server";

/** A mail server that records received messages. */
export type MailServer = { url: string; received(): readonly string[]; close(): Promise<void> };

/** `onReceived` is called before the server accepts the message. */
export async function startMailServer({
  onReceived = async () => {},
}: {
  onReceived?: (count: number) => Promise<void>;
} = {}): Promise<MailServer> {
  const received: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    onData(stream, _session, done) {
      let text = "";
      stream.setEncoding("utf8");
      stream.on("data", (chunk: string) => {
        text += chunk;
      });
      stream.on("end", () => {
        received.push(text);
        void onReceived(received.length).then(() => done());
      });
    },
  });
  // A client that is killed resets its connections.
  server.on("error", (error) => {
    if (!("code" in error && error.code === "ECONNRESET")) throw error;
  });
  const listening = server.listen(0, "127.0.0.1");
  await once(listening, "listening");
  const address = listening.address();
  if (address === null || typeof address === "string") throw new Error("a TCP server has a port");
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    received: () => received,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
