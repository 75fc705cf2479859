import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { Vedette } from "../vedette.ts";

/** A server that accepts SMS and calls as Twilio's REST API of 2010-04-01 does, and sends replies as Twilio does. */
export type TwilioServer = {
  /** The credentials and the API for the configuration of a channel. */
  account: { account_sid: string; auth_token: string; api_url: string };
  /** The texts of accepted messages to a number. */
  textsTo(phone: string): readonly string[];
  /** Delivers an SMS to the webhook of a channel. Returns the TwiML of the response. */
  reply(vedette: Vedette, message: { channelId: string; from: string; text: string }): Promise<string>;
  close(): Promise<void>;
};

export async function startTwilioServer(): Promise<TwilioServer> {
  const sid = `AC${"1".repeat(32)}`;
  const token = "2".repeat(32);
  const messages: { to: string; text: string }[] = [];
  const server = createServer(async (request, response) => {
    const form = new URLSearchParams(await readBody(request));
    const answer = (status: number, body: object) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    if (request.headers.authorization !== `Basic ${btoa(`${sid}:${token}`)}`)
      return answer(401, { code: 20_003, message: "Authenticate", status: 401 });
    const [to, from, text] = [form.get("To"), form.get("From"), form.get("Body")];
    const isSms = request.method === "POST" && request.url === `/2010-04-01/Accounts/${sid}/Messages.json`;
    if (!isSms) return answer(404, { code: 20_404, message: "not found", status: 404 });
    if (!to || !from || !text)
      return answer(400, { code: 21_604, message: "A field is missing", status: 400 });
    messages.push({ to, text });
    return answer(201, { sid: `SM${String(messages.length).padStart(32, "0")}`, status: "queued" });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("a TCP server has a port");
  let replies = 0;
  return {
    account: { account_sid: sid, auth_token: token, api_url: `http://127.0.0.1:${address.port}` },
    textsTo: (phone) => messages.filter(({ to }) => to === phone).map(({ text }) => text),
    async reply(vedette, { channelId, from, text }) {
      replies += 1;
      const MessageSid = `SM${String(replies).padStart(32, "9")}`;
      const form = new URLSearchParams({ MessageSid, AccountSid: sid, From: from, Body: text });
      const path = `/api/v1/twilio/sms/${channelId}`;
      const { status, text: twiml } = await vedette.requestWith({
        ...{ method: "POST", path, key: null, body: form.toString() },
        headers: {
          "content-type": "application/x-www-form-urlencoded",
          "x-twilio-signature": signatureOf(token, vedette.url + path, form),
        },
      });
      if (status !== 200) throw new Error(`the reply got HTTP ${status}: ${twiml}`);
      return twiml;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** Source: Twilio, "Validating Requests are coming from Twilio". */
function signatureOf(token: string, url: string, form: URLSearchParams): string {
  const fields = [...form].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, value]) => name + value);
  return createHmac("sha1", token)
    .update(url + fields.join(""))
    .digest("base64");
}
