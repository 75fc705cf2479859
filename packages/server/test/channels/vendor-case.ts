import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { z } from "zod";
import type { Channel, SendContext } from "../../src/pipeline/alerting/messages/channel.ts";
import type { Message } from "../../src/pipeline/alerting/messages/message.ts";
import { NO_DEVICES, testOpenSmtp, testRequest, testSendBytes } from "../deliveries.ts";
import { type Received, type Receiver, type ReceiverResponse, startReceiver } from "../servers/receiver.ts";
import { HOSTILE_TEXT, hostileMessage, NOW_MS, openedMessage, resolvedMessage } from "./vendor-messages.ts";

/** What a service documents: the request that it takes, and examples of its answers. */
export type VendorCase = {
  name: string;
  channel(baseUrl: string): Channel;
  config(baseUrl: string): Record<string, unknown>;
  request: { method?: string; path: string | RegExp; headers?: Record<string, string>; body: z.ZodType };
  accepted: ReceiverResponse;
  /** The id that the service returns for the opening message, if recoveries refer to it. */
  thread?: string;
  /** What the request of a recovery contains, as the last of `count` requests. */
  recovery?: { body: Record<string, unknown>; count?: number; first?: string };
  gone: ReceiverResponse;
  tooFast: ReceiverResponse & { seconds: number | null };
  /** An error with a status of 2xx. */
  rejected?: ReceiverResponse;
  /** Whether the service parses markup in the text. */
  parsesMarkup: boolean;
};

const ACKNOWLEDGE_URL = "https://vedette.example.org/a/0123456789abcdefghijklmnopqrstuvwxyz_-ABCDE";

export function describeVendor(vendor: VendorCase): void {
  describe(vendor.name, () => {
    let receiver: Receiver;
    beforeAll(async () => {
      receiver = await startReceiver();
    });
    beforeEach(() => {
      receiver.received.length = 0;
      receiver.responses.length = 0;
    });
    afterAll(() => receiver.close());

    async function send(message: Message, answers: ReceiverResponse[], thread: string | null = null) {
      receiver.responses.push(...answers);
      const config = vendor.config(receiver.url);
      const channel = vendor.channel(receiver.url);
      expect(channel.declaration.config.safeParse(config).error?.issues ?? []).toEqual([]);
      return channel.send(message, config, sendContext(thread));
    }

    test("gets a failure in its documented format", async () => {
      const outcome = await send(openedMessage(), [vendor.accepted]);
      expect(outcome).toMatchObject({ ok: true });
      expect(outcome).toHaveProperty("thread", vendor.thread);
      const [sent] = receiver.received;
      expect(sent?.method).toBe(vendor.request.method ?? "POST");
      const { path } = vendor.request;
      if (typeof path === "string") expect(sent?.path).toBe(path);
      else expect(sent?.path).toMatch(path);
      expect(sent?.headers).toMatchObject(vendor.request.headers ?? {});
      expect(vendor.request.body.safeParse(bodyOf(sent)).error?.issues ?? []).toEqual([]);
      const text = JSON.stringify(bodyOf(sent));
      for (const part of ["Shop is down", "connection refused", "vedette.example.org/alerts/1"])
        expect(text).toContain(part);
    });

    test("gets the link that acknowledges", async () => {
      await send({ ...openedMessage(), acknowledgeUrl: ACKNOWLEDGE_URL }, [vendor.accepted]);
      expect(JSON.stringify(bodyOf(receiver.received[0]))).toContain(ACKNOWLEDGE_URL);
    });

    test("gets a recovery that refers to the failure if it can", async () => {
      const { body = {}, count = 1, first } = vendor.recovery ?? {};
      const answers = Array.from({ length: count }, () => vendor.accepted);
      expect(await send(resolvedMessage(), answers, vendor.thread ?? null)).toMatchObject({ ok: true });
      expect(receiver.received).toHaveLength(count);
      if (first) expect(receiver.received[0]?.path).toBe(first);
      expect(bodyOf(receiver.received.at(-1))).toMatchObject(body);
      expect(receiver.received.at(-1)?.body).toContain("Resolved");
    });

    test("is disabled if it answers that it is gone", async () => {
      expect(await send(openedMessage(), [vendor.gone])).toMatchObject({ ok: false, isPermanent: true });
    });

    test("is retried later if it answers that messages are too fast", async () => {
      const { seconds, ...answer } = vendor.tooFast;
      expect(await send(openedMessage(), [answer])).toMatchObject({
        ...{ ok: false, isPermanent: false, retryAfterSeconds: seconds },
      });
    });

    test.runIf(vendor.rejected)("has rejected a message if a successful status has an error", async () => {
      expect(await send(openedMessage(), [vendor.rejected ?? {}])).toMatchObject({ ok: false });
    });

    test("is retried after an oversized answer, and its redirects are not followed", async () => {
      const oversized = await send(openedMessage(), [{ status: 500, body: "x".repeat(10_000_000) }]);
      expect(oversized).toMatchObject({ ok: false, isPermanent: false, statusCode: 500 });
      if (!oversized.ok) expect(oversized.error.length).toBeLessThanOrEqual(500);
      receiver.received.length = 0;
      const location = `${receiver.url}/elsewhere`;
      const redirected = await send(openedMessage(), [{ status: 307, headers: { location } }]);
      expect(redirected).toMatchObject({ ok: false, error: expect.stringContaining("not followed") });
      expect(receiver.received).toHaveLength(1);
    });

    test("gets untrusted text without markup, control characters and direction overrides", async () => {
      await send(hostileMessage(), [vendor.accepted]);
      const texts = textsOf(bodyOf(receiver.received[0])).join("\n");
      expect(texts).toContain("everyone");
      expect(texts).not.toContain("\u202e");
      expect(texts).not.toMatch(/\r|\nBcc:/);
      expect(texts).not.toContain(HOSTILE_TEXT);
      if (vendor.parsesMarkup) expect(texts).not.toMatch(/@everyone|<!channel>|<https|\[ok\]|`c`/);
    });
  });
}

function sendContext(thread: string | null): SendContext {
  return {
    request: testRequest(),
    sendBytes: testSendBytes(),
    openSmtp: testOpenSmtp(),
    pushToMembers: NO_DEVICES,
    mailer: { isConfigured: false, send: () => Promise.reject(new Error("no mail is sent here")) },
    nowMs: NOW_MS,
    signingSecret: null,
    thread,
    unsubscribeUrlOf: () => null,
    deliveredTo: [],
    secrets: [],
  };
}

/** The JSON or the form fields of a request, by its content type. */
function bodyOf(sent: Received | undefined): unknown {
  if (sent?.headers["content-type"] === "application/json") return JSON.parse(sent.body);
  expect(sent?.headers["content-type"]).toBe("application/x-www-form-urlencoded");
  return Object.fromEntries(new URLSearchParams(sent?.body));
}

function textsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsOf) : [];
}
