import { httpUrl, oneOf, onOrOff, origin, secret, singleLineText } from "../forms.ts";

/** Settings of an S3-compatible object store. They use the names that other S3 clients use. */
export const S3_KEYS = {
  S3_BUCKET: {
    meaning: "Bucket for screenshots, traces and videos of runs, instead of files in VEDETTE_DATA",
    form: singleLineText,
    unit: null,
    default: null,
    reason: "Not required on a single machine. Runners on other machines store their files in it.",
  },
  S3_REGION: {
    meaning: "Region of the bucket",
    form: singleLineText,
    unit: null,
    default: "us-east-1",
    reason: "The region that stores without regions expect in signatures.",
  },
  S3_ENDPOINT: {
    meaning: "Endpoint URL of a store other than Amazon S3",
    form: httpUrl,
    unit: null,
    default: null,
    reason: "If not set, the endpoint is derived from the region.",
  },
  S3_PUBLIC_ENDPOINT: {
    meaning: "Endpoint URL of the store for browsers, used in links",
    form: origin,
    unit: null,
    default: null,
    reason: "Usually the same as S3_ENDPOINT; different if S3_ENDPOINT is a cluster-internal name.",
  },
  S3_ACCESS_KEY_ID: {
    meaning: "Access key ID; requires permission to read, write, list and delete objects",
    form: singleLineText,
    unit: null,
    default: null,
    reason: "If not set, the role of the machine or other credentials that the AWS SDK finds are used.",
  },
  S3_SECRET_ACCESS_KEY: {
    meaning: "Secret access key",
    form: secret,
    unit: null,
    default: null,
    reason: "Assigned by the store.",
    isSecret: true,
  },
  S3_PREFIX: {
    meaning: "Prefix of all object names, such as vedette/",
    form: singleLineText,
    unit: null,
    default: null,
    reason: "Required only if the bucket also stores other objects.",
  },
  S3_PATH_STYLE: {
    meaning: "Whether the bucket name is in the path instead of the host name",
    form: onOrOff,
    unit: null,
    default: null,
    reason:
      "If not set, on with S3_ENDPOINT: Amazon expects the bucket in the host name, nearly all other stores accept it in the path.",
  },
  S3_LINKS: {
    meaning: "Whether links to files point to the store (`presigned`) or to Vedette (`proxied`)",
    form: oneOf(["presigned", "proxied"]),
    unit: null,
    default: "presigned",
    reason:
      "A trace of 25 MiB does not pass through the API. Use `proxied` if browsers cannot reach the store.",
  },
} as const;
