import { z } from "zod";
import { describeVendor, type VendorCase } from "../../../../../test/channels/vendor-case.ts";
import { ALERT_ID, MESSAGE_ID } from "../../../../../test/channels/vendor-messages.ts";
import { CHANNELS } from "../registry.ts";
import { lineChannel } from "./line.ts";

const text = z.string().min(1);
const LINE_USER = "U4af4980629abcdef0123456789abcdef";
const POST_ID = "6mpfbr7jqbyhmrb9mn5ugx8y1c";

const VENDORS: readonly VendorCase[] = [
  {
    name: "matrix",
    channel: () => CHANNELS.matrix,
    config: (base) => ({ server_url: base, access_token: "syt_abc", room_id: "!ops:example.org" }),
    request: {
      method: "PUT",
      path: `/_matrix/client/v3/rooms/!ops%3Aexample.org/send/m.room.message/${MESSAGE_ID}`,
      headers: { authorization: "Bearer syt_abc" },
      body: z.strictObject({ msgtype: z.literal("m.text"), body: text, "m.mentions": z.strictObject({}) }),
    },
    accepted: { body: '{"event_id":"$YUwRidLecu:example.com"}' },
    thread: "$YUwRidLecu:example.com",
    recovery: {
      body: { "m.relates_to": { "m.in_reply_to": { event_id: "$YUwRidLecu:example.com" } } },
    },
    gone: { status: 401, body: '{"errcode":"M_UNKNOWN_TOKEN","error":"Unrecognised access token"}' },
    tooFast: {
      status: 429,
      body: '{"errcode":"M_LIMIT_EXCEEDED","error":"Too many requests","retry_after_ms":2001}',
      seconds: 3,
    },
    rejected: { body: "{}" },
    parsesMarkup: false,
  },
  {
    name: "mattermost by a webhook",
    channel: () => CHANNELS.mattermost,
    config: (base) => ({ webhook_url: `${base}/hooks/xxx` }),
    request: { path: /^\/hooks\/xxx$/, body: z.strictObject({ text: text.max(16_383) }) },
    accepted: { body: "ok" },
    gone: {
      status: 404,
      body: '{"id":"web.incoming_webhook.invalid.app_error","message":"Invalid webhook."}',
    },
    tooFast: { status: 429, headers: { "retry-after": "1" }, body: "limit exceeded", seconds: 1 },
    parsesMarkup: true,
  },
  {
    name: "mattermost by a bot",
    channel: () => CHANNELS.mattermost,
    config: (base) => ({ server_url: base, bot_token: "token", channel_id: POST_ID }),
    request: {
      path: /^\/api\/v4\/posts$/,
      headers: { authorization: "Bearer token" },
      body: z.strictObject({ channel_id: z.literal(POST_ID), message: text }),
    },
    accepted: { status: 201, body: `{"id":"${POST_ID}","root_id":""}` },
    thread: POST_ID,
    recovery: { body: { root_id: POST_ID } },
    gone: {
      status: 403,
      body: '{"id":"api.context.permissions.app_error","message":"You do not have the appropriate permissions.","status_code":403}',
    },
    tooFast: { status: 429, headers: { "retry-after": "1" }, seconds: 1 },
    rejected: { body: "<html>sign in</html>" },
    parsesMarkup: true,
  },
  {
    name: "rocketchat by an integration",
    channel: () => CHANNELS.rocketchat,
    config: (base) => ({ webhook_url: `${base}/hooks/1/2` }),
    request: { path: /^\/hooks\/1\/2$/, body: z.strictObject({ text }) },
    accepted: { body: '{"success":true}' },
    gone: { status: 404, body: '{"success":false,"error":"Invalid integration id or token provided."}' },
    tooFast: { status: 429, headers: { "retry-after": "60" }, seconds: 60 },
    rejected: { body: '{"success":false,"error":"invalid-channel"}' },
    parsesMarkup: true,
  },
  {
    name: "rocketchat by an access token",
    channel: () => CHANNELS.rocketchat,
    config: (base) => ({
      server_url: base,
      user_id: "aobEdbYhXfu5hkeqG",
      auth_token: "9HqLl",
      channel: "#ops",
    }),
    request: {
      path: /^\/api\/v1\/chat\.postMessage$/,
      headers: { "x-auth-token": "9HqLl", "x-user-id": "aobEdbYhXfu5hkeqG" },
      body: z.strictObject({ channel: z.literal("#ops"), text }),
    },
    accepted: { body: '{"success":true,"ts":1,"channel":"ops","message":{"_id":"jC9chsFddTvsbFQG7"}}' },
    thread: "jC9chsFddTvsbFQG7",
    recovery: { body: { tmid: "jC9chsFddTvsbFQG7" } },
    gone: { status: 401, body: '{"status":"error","message":"You must be logged in to do this."}' },
    tooFast: { status: 429, headers: { "retry-after": "60" }, seconds: 60 },
    rejected: { body: '{"success":false,"error":"[error-invalid-channel]"}' },
    parsesMarkup: true,
  },
  {
    name: "googlechat",
    channel: () => CHANNELS.googlechat,
    config: (base) => ({ webhook_url: `${base}/v1/spaces/AAA/messages?key=k&token=t` }),
    request: {
      path: "/v1/spaces/AAA/messages?key=k&token=t&messageReplyOption=REPLY_MESSAGE_FALLBACK_TO_NEW_THREAD",
      body: z.strictObject({
        text: text.max(10_000),
        thread: z.strictObject({ threadKey: z.literal(ALERT_ID) }),
      }),
    },
    accepted: { body: '{"name":"spaces/AAA/messages/B.B","thread":{"name":"spaces/AAA/threads/B"}}' },
    recovery: { body: { thread: { threadKey: ALERT_ID } } },
    gone: { status: 404, body: '{"error":{"code":404,"message":"Space not found.","status":"NOT_FOUND"}}' },
    tooFast: { status: 429, body: '{"error":{"code":429,"status":"RESOURCE_EXHAUSTED"}}', seconds: null },
    parsesMarkup: true,
  },
  {
    name: "zulip",
    channel: () => CHANNELS.zulip,
    config: (base) => ({ server_url: base, bot_email: "b@example.org", api_key: "key", stream: "ops" }),
    request: {
      path: /^\/api\/v1\/messages$/,
      headers: { authorization: `Basic ${btoa("b@example.org:key")}` },
      body: z.strictObject({
        type: z.literal("stream"),
        to: z.literal("ops"),
        topic: z.literal("Shop"),
        content: text.max(10_000),
      }),
    },
    accepted: { body: '{"id":42,"msg":"","result":"success"}' },
    recovery: { body: { topic: "Shop" } },
    gone: {
      status: 400,
      body: '{"code":"STREAM_DOES_NOT_EXIST","msg":"Channel \'ops\' does not exist","result":"error","stream":"ops"}',
    },
    tooFast: {
      status: 429,
      body: '{"code":"RATE_LIMIT_HIT","msg":"API usage exceeded rate limit","result":"error","retry-after":28.7}',
      seconds: 29,
    },
    rejected: { body: '{"result":"error","msg":"Invalid message"}' },
    parsesMarkup: true,
  },
  {
    name: "signal",
    channel: () => CHANNELS.signal,
    config: (base) => ({ server_url: base, number: "+4915112345678", recipients: ["+4915187654321"] }),
    request: {
      path: /^\/v2\/send$/,
      body: z.strictObject({
        number: z.literal("+4915112345678"),
        recipients: z.tuple([z.literal("+4915187654321")]),
        message: text.max(2_000),
        text_mode: z.literal("normal"),
      }),
    },
    accepted: { status: 201, body: '{"timestamp":"1700000000123"}' },
    thread: "1700000000123",
    recovery: { body: { quote_timestamp: 1_700_000_000_123, quote_author: "+4915112345678" } },
    gone: { status: 404, body: "404 page not found" },
    tooFast: { status: 429, body: '{"error":"rate limit","challenge_tokens":["a"]}', seconds: null },
    parsesMarkup: false,
  },
  {
    name: "line",
    channel: (baseUrl) => lineChannel({ baseUrl }),
    config: () => ({ channel_access_token: "token", to: LINE_USER }),
    request: {
      path: /^\/v2\/bot\/message\/push$/,
      headers: { authorization: "Bearer token", "x-line-retry-key": MESSAGE_ID },
      body: z.strictObject({
        to: z.literal(LINE_USER),
        messages: z.tuple([z.strictObject({ type: z.literal("text"), text: text.max(5_000) })]),
      }),
    },
    accepted: { body: '{"sentMessages":[{"id":"461230966842064897","quoteToken":"IStG5h1Tz7b"}]}' },
    thread: "IStG5h1Tz7b",
    recovery: { body: { messages: [{ quoteToken: "IStG5h1Tz7b" }] } },
    gone: {
      status: 401,
      body: '{"message":"Authentication failed. Confirm that the access token is valid."}',
    },
    tooFast: { status: 429, body: '{"message":"The API rate limit has been exceeded."}', seconds: null },
    parsesMarkup: false,
  },
  {
    name: "dingtalk",
    channel: () => CHANNELS.dingtalk,
    config: (base) => ({ webhook_url: `${base}/robot/send?access_token=x`, secret: "SEC123" }),
    request: {
      // openssl: printf '1772366707000\nSEC123' | openssl dgst -sha256 -hmac SEC123 -binary | base64
      path: `/robot/send?access_token=x&timestamp=1772366707000&sign=${encodeURIComponent("C85Sd11z1YRDlpASLFf9faK84sc8Td/KQO602NfQvrw=")}`,
      body: z.strictObject({
        msgtype: z.literal("text"),
        text: z.strictObject({ content: text }),
        at: z.strictObject({ isAtAll: z.literal(false) }),
      }),
    },
    accepted: { body: '{"errcode":0,"errmsg":"ok"}' },
    gone: { body: '{"errcode":300005,"errmsg":"token is not exist"}' },
    tooFast: { body: '{"errcode":130101,"errmsg":"send too fast, exceed 20 times per minute"}', seconds: 60 },
    rejected: { body: '{"errcode":310000,"errmsg":"sign not match"}' },
    parsesMarkup: true,
  },
  {
    name: "feishu",
    channel: () => CHANNELS.feishu,
    config: (base) => ({ webhook_url: `${base}/open-apis/bot/v2/hook/x`, secret: "abc" }),
    request: {
      path: /^\/open-apis\/bot\/v2\/hook\/x$/,
      body: z.strictObject({
        timestamp: z.literal("1772366707"),
        // printf '' | openssl dgst -sha256 -hmac "$(printf '1772366707\nabc')" -binary | base64
        sign: z.literal("c2iWvrgNIMs/6HUz17mg/WcZoDrHUbDN5x8o1UZozeY="),
        msg_type: z.literal("text"),
        content: z.strictObject({ text }),
      }),
    },
    accepted: { body: '{"StatusCode":0,"StatusMessage":"success","code":0,"data":{},"msg":"success"}' },
    gone: { body: '{"code":19001,"msg":"param invalid: incoming webhook access token invalid"}' },
    tooFast: {
      body: '{"code":11232,"msg":"frequency limited psm[lark.oapi.app_platform_runtime]"}',
      seconds: 60,
    },
    rejected: { body: '{"code":19021,"msg":"sign match fail or timestamp is not within one hour"}' },
    parsesMarkup: true,
  },
  {
    name: "wecom",
    channel: () => CHANNELS.wecom,
    config: (base) => ({ webhook_url: `${base}/cgi-bin/webhook/send?key=k` }),
    request: {
      path: "/cgi-bin/webhook/send?key=k",
      body: z.strictObject({
        msgtype: z.literal("text"),
        text: z.strictObject({ content: text.refine((value) => Buffer.byteLength(value) <= 2_048) }),
      }),
    },
    accepted: { body: '{"errcode":0,"errmsg":"ok"}' },
    gone: { body: '{"errcode":93000,"errmsg":"invalid webhook url"}' },
    tooFast: { body: '{"errcode":45009,"errmsg":"api freq out of limit"}', seconds: 60 },
    rejected: { body: '{"errcode":40008,"errmsg":"invalid message type"}' },
    parsesMarkup: true,
  },
  {
    name: "apprise with a stored configuration",
    channel: () => CHANNELS.apprise,
    config: (base) => ({ server_url: base, config_key: "ops", tag: "night" }),
    request: {
      path: /^\/notify\/ops$/,
      body: z.strictObject({
        tag: z.literal("night"),
        title: text,
        body: text,
        type: z.literal("failure"),
        format: z.literal("text"),
      }),
    },
    accepted: { body: '{"error":null,"details":[]}' },
    recovery: { body: { type: "success" } },
    gone: { status: 404 },
    tooFast: { status: 429, headers: { "retry-after": "5" }, seconds: 5 },
    rejected: { status: 204 },
    parsesMarkup: false,
  },
];

for (const vendor of VENDORS) describeVendor(vendor);
