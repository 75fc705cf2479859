import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { createTransport } from "nodemailer";
import { startMailSink } from "./broadcast/mail-sink.ts";
import { makeBenchFolder } from "./harness/folder.ts";
import { machineFacts, table, verdictTable, writeSection } from "./harness/report.ts";
import { startVedette } from "./harness/vedette.ts";

/*
 * How long it takes to notify 10,000 subscribers of a status page by email, against a bare loop of nodemailer with the same
 * number of connections and messages of the same size. `--recipients N` makes a shorter run, which is not written to
 * bench/README.md.
 */

const FULL = 10_000;
const GOAL_SECONDS = 300;
const CONNECTIONS = 10;
const POLL_MS = 100;
const DEADLINE_MS = 600_000;

const { values } = parseArgs({ options: { recipients: { type: "string" } } });
const recipients = Number(values.recipients ?? FULL);

type Measured = { seconds: number; messages: number; bytes: number };

const directory = makeBenchFolder();
const sink = await startMailSink();
const smtpUrl = `smtp://127.0.0.1:${sink.port}`;
const vedette = await startVedette(join(directory, "data"), {
  env: { DATABASE_URL: undefined, SMTP_URL: smtpUrl, VEDETTE_MAIL_FROM: "status@example.org" },
});
try {
  const pageId = await createPage();
  const broadcast = await measure(() => postIncident(pageId));
  const bare = await measure(() => sendBare(Math.round(broadcast.bytes / broadcast.messages)));
  const markdown = report(broadcast, bare);
  console.log(markdown);
  if (recipients >= FULL) writeSection("broadcast", markdown);
} finally {
  await vedette.stop();
  await sink.stop();
  rmSync(directory, { recursive: true, force: true });
}

async function createPage(): Promise<string> {
  const page = { slug: "bench", title: "Bench", published: true };
  const { data } = await vedette.request<{ data: { id: string } }>("POST", "/status-pages", page);
  let next = 0;
  const worker = async () => {
    for (let at = next++; at < recipients; at = next++)
      await vedette.request("POST", `/status-pages/${data.id}/subscribers`, {
        ...{ type: "email", address: `s${at}@example.org`, confirmed: true },
      });
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  return data.id;
}

async function postIncident(pageId: string): Promise<void> {
  const incident = { title: "Payments fail", message: "We see **errors** at our provider.\n\nMore follows." };
  await vedette.request("POST", `/status-pages/${pageId}/incidents`, incident);
}

/** Sends messages without a database, without texts, and without anything that survives a crash. */
async function sendBare(bytes: number): Promise<void> {
  const pool = createTransport({
    ...{ host: "127.0.0.1", port: sink.port, secure: false, ignoreTLS: true },
    ...{ pool: true, maxConnections: CONNECTIONS },
  });
  const text = "x"
    .repeat(70)
    .concat("\n")
    .repeat(Math.ceil(bytes / 71));
  let next = 0;
  const worker = async () => {
    for (let at = next++; at < recipients; at = next++)
      await pool.sendMail({ from: "status@example.org", to: `s${at}@example.org`, subject: "Bench", text });
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  pool.close();
}

async function measure(start: () => Promise<void>): Promise<Measured> {
  await sink.reset();
  const startMs = Date.now();
  await start();
  for (;;) {
    const { messages, bytes, lastAtMs, recipients: reached } = await sink.read();
    if (reached >= recipients) {
      // Repeated messages would follow.
      await delay(2_000);
      const final = await sink.read();
      return { seconds: (lastAtMs - startMs) / 1_000, messages: final.messages, bytes };
    }
    if (Date.now() - startMs > DEADLINE_MS) throw new Error(`only ${messages} messages arrived in time`);
    await delay(POLL_MS);
  }
}

function report(broadcast: Measured, bare: Measured): string {
  const row = (name: string, { seconds, messages, bytes }: Measured) => [
    ...[name, seconds.toFixed(1), (recipients / seconds).toFixed(0), String(messages)],
    (bytes / messages).toFixed(0),
  ];
  return [
    "## `broadcast`: an incident for 10,000 subscribers by email",
    machineFacts(),
    `The real process with its embedded PostgreSQL, and a mail server on loopback in a process of its own; ${CONNECTIONS} connections, one message for each of ${recipients.toLocaleString("en")} recipients. The time of the broadcast starts with the request that posts the incident. The bare loop sends messages of the same size with nodemailer and stores nothing.`,
    table(
      ["", "seconds", "messages a second", "messages", "bytes each"],
      [row("broadcast", broadcast), row("bare nodemailer loop", bare)],
    ),
    `The broadcast takes ${(broadcast.seconds / bare.seconds).toFixed(2)} times as long as the bare loop.`,
    verdictTable([
      {
        what: "Seconds for all recipients",
        goal: `≤ ${GOAL_SECONDS}`,
        measured: broadcast.seconds.toFixed(1),
        isMet: broadcast.seconds <= GOAL_SECONDS,
      },
      {
        what: "Messages for each recipient",
        goal: "1",
        measured: (broadcast.messages / recipients).toFixed(3),
        isMet: broadcast.messages === recipients,
      },
    ]),
  ].join("\n\n");
}
