import { z } from "zod";
import { ASSERTION_TYPES, OPERATORS } from "../assertions/assertion-rules.ts";
import { ASSERTIONS_MAX, assertionValueSchema } from "../assertions/assertions.ts";
import { FINGERPRINT_ADDRESSES_MAX, FINGERPRINT_TEXT_MAX } from "../changes/fingerprint.ts";
import { CHECK_ERROR_CODES, CHECK_PHASES, TLS_REASONS } from "../checks/check-errors.ts";
import { CHECK_STATUSES } from "../checks/check-results.ts";
import type { CheckOutcome } from "../checks/check-run.ts";
import { ANSWER_RECORD_LENGTH_MAX, ANSWER_RECORDS_MAX } from "../checks/dns.ts";
import { KEPT_HEADER_NAME_MAX, KEPT_HEADER_VALUE_MAX, KEPT_HEADERS_MAX } from "../checks/kept-response.ts";
import { ARTIFACT_KINDS } from "../runs/artifacts.ts";
import { RUN_ERROR_CODES } from "../runs/run-errors.ts";
import {
  CONSOLE_LINES_MAX,
  FAILED_REQUESTS_MAX,
  PAGE_DOM_LENGTH_MAX,
  PAGE_ELEMENT_TEXT_MAX,
  PAGE_ELEMENTS_MAX,
  type RunOutcome,
} from "../runs/run-job.ts";

/**
 * Reports of a runner on a machine outside of the installation, received over HTTPS. Every value is validated: a number
 * that does not fit its column or an unknown field would block the results that are stored in the same batch.
 */

/** Durations in microseconds and sizes in bytes are stored as four-byte integers. */
const INTEGER_MAX = 2_147_483_647;
/** The last millisecond of the year 9999: later years do not have four digits. */
const INSTANT_MAX = 253_402_300_799_999;

const instant = z.number().min(0).max(INSTANT_MAX);
const count = z.number().int().min(0).max(INTEGER_MAX);
const duration = z.number().min(0).max(INTEGER_MAX);
/** Elements can begin left of or above the viewport. */
const coordinate = z.number().int().min(-INTEGER_MAX).max(INTEGER_MAX);
const message = z.string().max(20_000);
const shortText = z.string().max(1_000);
const longText = z.string().max(70_000);
const address = z.union([z.ipv4(), z.ipv6()]);
const scalar = z.union([z.string().max(70_000), z.number(), z.boolean()]);

const tlsFacts = z.strictObject({
  expiresAtMs: instant.nullable(),
  issuer: shortText.nullable(),
  protocol: z.string().max(50).nullable(),
  fingerprint: z.string().max(100).exactOptional(),
});

const fingerprintText = z.string().max(FINGERPRINT_TEXT_MAX).exactOptional();

const fingerprint = z.strictObject({
  addresses: z.array(address).max(FINGERPRINT_ADDRESSES_MAX).exactOptional(),
  headers: fingerprintText,
  redirects: fingerprintText,
  httpVersion: z.string().max(20).exactOptional(),
  bodyKeys: fingerprintText,
});

const timings = z.strictObject({
  dnsUs: count.nullable(),
  connectUs: count.nullable(),
  tlsUs: count.nullable(),
  ttfbUs: count.nullable(),
  downloadUs: count.nullable(),
});

const assertionOutcome = z.strictObject({
  type: z.enum(ASSERTION_TYPES),
  operator: z.enum(OPERATORS),
  value: assertionValueSchema.nullable(),
  property: shortText.nullable(),
  actual: scalar.nullable(),
  passed: z.boolean(),
});

/** The first 64 KiB of a body; masking may make it slightly longer. */
const bodyText = z.string().max(100_000).nullable();

export const checkOutcomeReport = z.strictObject({
  status: z.enum(CHECK_STATUSES),
  checkedAtMs: instant,
  responseUs: count.nullable(),
  timings,
  statusCode: z.number().int().min(0).max(999).nullable(),
  ip: address.nullable(),
  tls: tlsFacts.nullable(),
  bodyBytes: count.nullable(),
  attempts: z.number().int().min(1).max(10),
  assertions: z.array(assertionOutcome).max(ASSERTIONS_MAX),
  error: z
    .strictObject({
      code: z.enum(CHECK_ERROR_CODES),
      message,
      phase: z.enum(CHECK_PHASES),
      reason: z.enum(TLS_REASONS).exactOptional(),
    })
    .nullable(),
  traceId: z
    .string()
    .regex(/^[0-9a-f]{32}$/)
    .exactOptional(),
  kept: z
    .strictObject({
      headers: z
        .record(z.string().max(KEPT_HEADER_NAME_MAX), z.string().max(KEPT_HEADER_VALUE_MAX))
        .refine((record) => Object.keys(record).length <= KEPT_HEADERS_MAX, "has too many headers"),
      body: bodyText,
      isBodyCut: z.boolean(),
    })
    .exactOptional(),
  records: z.array(z.string().max(ANSWER_RECORD_LENGTH_MAX)).max(ANSWER_RECORDS_MAX).exactOptional(),
  fingerprint: fingerprint.exactOptional(),
}) satisfies z.ZodType<CheckOutcome>;

/** A file reference, as returned by the upload or named in the job. */
const artifactRef = z.string().max(200);
const stepIndex = z.number().int().min(0).max(999);
const stepError = z.strictObject({ code: z.enum(RUN_ERROR_CODES), message });
const headers = z
  .record(z.string().max(1_000), z.string().max(20_000))
  .refine((record) => Object.keys(record).length <= 1_000, "has too many headers");

const step = z.strictObject({
  index: stepIndex,
  name: shortText,
  action: z.string().max(50),
  status: z.enum(["passed", "failed", "skipped"]),
  startedAtMs: instant.nullable(),
  durationMs: duration.nullable(),
  error: stepError.nullable(),
  url: longText.nullable(),
  request: z
    .strictObject({
      method: z.string().max(50),
      url: longText,
      headers,
      body: bodyText,
      isBodyCut: z.boolean(),
    })
    .nullable(),
  response: z
    .strictObject({
      statusCode: z.number().int().min(0).max(999),
      headers,
      body: bodyText,
      isBodyCut: z.boolean(),
      bodyBytes: count.nullable(),
      redirects: z.number().int().min(0).max(100),
      ip: address.nullable(),
      tls: tlsFacts.nullable(),
      timings,
    })
    .nullable(),
  assertions: z.array(assertionOutcome).max(ASSERTIONS_MAX),
  extracted: z.array(z.strictObject({ name: shortText, value: z.string().max(100_000).nullable() })).max(200),
  screenshot: artifactRef.exactOptional(),
  visualDiff: z
    .strictObject({
      label: shortText,
      baseline: artifactRef,
      actual: artifactRef,
      diff: artifactRef.nullable(),
      percent: z.number().min(0).max(100),
      thresholdPercent: z.number().min(0).max(100).nullable().exactOptional(),
    })
    .exactOptional(),
  console: z
    .array(
      z.strictObject({
        level: z.enum(["error", "warning"]),
        text: longText,
        url: longText.nullable(),
        atMs: instant,
      }),
    )
    .max(CONSOLE_LINES_MAX)
    .exactOptional(),
  failedRequests: z
    .array(
      z.strictObject({
        method: z.string().max(50),
        url: longText,
        statusCode: z.number().int().min(0).max(999).nullable(),
        error: longText.nullable(),
      }),
    )
    .max(FAILED_REQUESTS_MAX)
    .exactOptional(),
  dom: z.strictObject({ html: z.string().max(PAGE_DOM_LENGTH_MAX), isCut: z.boolean() }).exactOptional(),
});

const STEPS_MAX = 1_000;
/** The maximum that a run keeps. */
const ARTIFACTS_MAX = 300;

export const runOutcomeReport = z.strictObject({
  startedAtMs: instant,
  finishedAtMs: instant,
  error: stepError.extend({ stepIndex: stepIndex.nullable() }).nullable(),
  steps: z
    .array(step)
    .max(STEPS_MAX)
    .refine((steps) => steps.every(({ index }, at) => index === at), "must be in order and complete"),
  artifacts: z
    .array(
      z.strictObject({
        key: artifactRef,
        kind: z.enum(ARTIFACT_KINDS),
        name: shortText,
        contentType: z.string().max(200),
        bytes: count,
        stepIndex: stepIndex.nullable(),
        label: shortText.exactOptional(),
      }),
    )
    .max(ARTIFACTS_MAX)
    .exactOptional(),
  webVitals: z
    .strictObject({
      lcpMs: duration.nullable(),
      cls: z.number().min(0).max(INTEGER_MAX).nullable(),
      inpMs: duration.nullable(),
      fcpMs: duration.nullable(),
      ttfbMs: duration.nullable(),
    })
    .exactOptional(),
  visualDiffPercent: z.number().min(0).max(100).nullable().exactOptional(),
  artifactError: longText.exactOptional(),
  lastPage: z
    .strictObject({
      stepIndex,
      screenshot: artifactRef,
      width: count,
      height: count,
      elements: z
        .array(
          z.strictObject({
            selector: shortText,
            role: z.string().max(50),
            name: z.string().max(PAGE_ELEMENT_TEXT_MAX),
            x: coordinate,
            y: coordinate,
            width: count,
            height: count,
          }),
        )
        .max(PAGE_ELEMENTS_MAX),
    })
    .exactOptional(),
}) satisfies z.ZodType<RunOutcome>;
