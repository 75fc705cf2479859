import { z } from "zod";
import { describeVendor, type VendorCase } from "../../../../../test/channels/vendor-case.ts";
import { ALERT_ID } from "../../../../../test/channels/vendor-messages.ts";
import { CHANNELS } from "../registry.ts";
import { pushoverChannel } from "./pushover.ts";

const KEY = "abcdefghijklmnopqrstuvwxyz1234";
const url = z.literal("https://vedette.example.org/alerts/1");

const VENDORS: readonly VendorCase[] = [
  {
    name: "ntfy",
    channel: () => CHANNELS.ntfy,
    config: (base) => ({ server_url: `${base}/ntfy/`, topic: "ops-7", token: "tk_abc" }),
    request: {
      path: /^\/ntfy\/$/,
      headers: { authorization: "Bearer tk_abc", "content-type": "application/json" },
      body: z.strictObject({
        topic: z.literal("ops-7"),
        title: z.string().max(250),
        message: z.string().max(1_365),
        priority: z.literal(5),
        tags: z.tuple([z.literal("rotating_light")]),
        click: url,
      }),
    },
    accepted: { body: '{"id":"sPs71M8A2T","time":1643935928,"event":"message","topic":"ops-7"}' },
    recovery: { body: { priority: 3, tags: ["white_check_mark"] } },
    gone: { status: 403, body: '{"code":40301,"http":403,"error":"forbidden"}' },
    tooFast: {
      status: 429,
      body: '{"code":42901,"http":429,"error":"limit reached: too many requests"}',
      seconds: null,
    },
    parsesMarkup: false,
  },
  {
    name: "gotify",
    channel: () => CHANNELS.gotify,
    config: (base) => ({ server_url: base, token: "AbCdEf.12" }),
    request: {
      path: /^\/message$/,
      headers: { "x-gotify-key": "AbCdEf.12" },
      body: z.strictObject({
        title: z.string().min(1),
        message: z.string().min(1),
        priority: z.literal(8),
        extras: z.strictObject({
          "client::display": z.strictObject({ contentType: z.literal("text/plain") }),
          "client::notification": z.strictObject({ click: z.strictObject({ url }) }),
        }),
      }),
    },
    accepted: { body: '{"id":25,"appid":5,"message":"…","priority":8}' },
    recovery: { body: { priority: 4 } },
    gone: {
      status: 401,
      body: '{"error":"Unauthorized","errorCode":401,"errorDescription":"you need to provide a valid access token"}',
    },
    tooFast: { status: 429, headers: { "retry-after": "7" }, seconds: 7 },
    parsesMarkup: false,
  },
  {
    name: "pushover",
    channel: (baseUrl) => pushoverChannel({ baseUrl }),
    config: () => ({ app_token: KEY, user_key: KEY, emergency: true }),
    request: {
      path: /^\/1\/messages\.json$/,
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: z.strictObject({
        token: z.literal(KEY),
        user: z.literal(KEY),
        title: z.string().max(250),
        message: z.string().min(1).max(1_024),
        url: url,
        url_title: z.string().max(100),
        priority: z.literal("2"),
        retry: z.coerce.number().min(30),
        expire: z.coerce.number().max(10_800),
      }),
    },
    accepted: { body: '{"status":1,"request":"647d2300","receipt":"rLqVuqTRh62UzxtmqiaLzQmVcPgiCy"}' },
    thread: "rLqVuqTRh62UzxtmqiaLzQmVcPgiCy",
    recovery: {
      body: { priority: "0" },
      count: 2,
      first: "/1/receipts/rLqVuqTRh62UzxtmqiaLzQmVcPgiCy/cancel.json",
    },
    gone: { status: 400, body: '{"user":"invalid","errors":["user identifier is invalid"],"status":0}' },
    tooFast: { status: 429, body: '{"status":0,"errors":["application is over its quota"]}', seconds: null },
    rejected: { body: '{"status":0,"errors":["message cannot be blank"],"request":"a"}' },
    parsesMarkup: false,
  },
  {
    name: "bark",
    channel: () => CHANNELS.bark,
    config: (base) => ({ server_url: base, device_key: "ynJ5Ft4atkMkWeo2PAvFhF" }),
    request: {
      path: /^\/push$/,
      body: z.strictObject({
        device_key: z.literal("ynJ5Ft4atkMkWeo2PAvFhF"),
        title: z.string().min(1),
        body: z.string().min(1),
        level: z.enum(["critical", "active", "timeSensitive", "passive"]),
        group: z.string(),
        id: z.literal(ALERT_ID),
        url,
      }),
    },
    accepted: { body: '{"code":200,"message":"success","timestamp":1700000000}' },
    recovery: { body: { id: ALERT_ID, level: "active" } },
    gone: {
      status: 400,
      body: '{"code":400,"message":"failed to get device token: failed to get [x] device token from database","timestamp":1}',
    },
    tooFast: { status: 429, headers: { "retry-after": "30" }, seconds: 30 },
    rejected: { body: '{"code":500,"message":"push failed: BadDeviceToken","timestamp":1}' },
    parsesMarkup: false,
  },
  {
    name: "home_assistant",
    channel: () => CHANNELS.home_assistant,
    config: (base) => ({ server_url: base, token: "eyJhbGciOi", service: "mobile_app_phone" }),
    request: {
      path: /^\/api\/services\/notify\/mobile_app_phone$/,
      headers: { authorization: "Bearer eyJhbGciOi" },
      body: z.strictObject({
        title: z.string().min(1),
        message: z.string().min(1),
        data: z.strictObject({
          tag: z.literal(ALERT_ID),
          group: z.string(),
          url,
          clickAction: url,
          ttl: z.literal(0),
          priority: z.literal("high"),
          push: z.strictObject({ "interruption-level": z.literal("time-sensitive") }),
        }),
      }),
    },
    accepted: { body: "[]" },
    recovery: { body: { data: { tag: ALERT_ID } } },
    gone: { status: 401, body: "401: Unauthorized" },
    tooFast: { status: 429, headers: { "retry-after": "3" }, seconds: 3 },
    parsesMarkup: false,
  },
];

for (const vendor of VENDORS) describeVendor(vendor);
