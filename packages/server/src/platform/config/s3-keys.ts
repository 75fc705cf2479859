import { httpUrl, oneOf, onOrOff, origin, secret, singleLineText } from "./forms.ts";

/** The keys of a store of files that speaks S3's protocol. They are called as its other clients call them. */
export const S3_KEYS = {
  S3_BUCKET: {
    meaning: "Bucket that keeps pictures, traces and videos of runs, in place of files under VEDETTE_DATA",
    form: singleLineText,
    unit: null,
    default: null,
    reason: "One machine needs none. Runners on other machines do: it is where they leave their files.",
  },
  S3_REGION: {
    meaning: "Region of the bucket",
    form: singleLineText,
    unit: null,
    default: "us-east-1",
    reason: "What stores that know no regions expect in a signature.",
  },
  S3_ENDPOINT: {
    meaning: "Address of a store other than Amazon's",
    form: httpUrl,
    unit: null,
    default: null,
    reason: "Unset, the address follows from the region.",
  },
  S3_PUBLIC_ENDPOINT: {
    meaning: "Address of the same store as people's browsers reach it, for links",
    form: origin,
    unit: null,
    default: null,
    reason: "Mostly the same as S3_ENDPOINT; another one where that is a name inside of a cluster.",
  },
  S3_ACCESS_KEY_ID: {
    meaning: "Name of the key to the bucket; may read, write, list and delete objects",
    form: singleLineText,
    unit: null,
    default: null,
    reason: "Unset, the machine's own role is used, or what the AWS SDK finds elsewhere.",
  },
  S3_SECRET_ACCESS_KEY: {
    meaning: "The key to the bucket",
    form: secret,
    unit: null,
    default: null,
    reason: "Given by the store.",
    isSecret: true,
  },
  S3_PREFIX: {
    meaning: "What the names of all objects begin with, as in vedette/",
    form: singleLineText,
    unit: null,
    default: null,
    reason: "Only a bucket that keeps other things too needs one.",
  },
  S3_PATH_STYLE: {
    meaning: "Whether the bucket is named in the path instead of the host",
    form: onOrOff,
    unit: null,
    default: null,
    reason:
      "Unset, on where S3_ENDPOINT is set: Amazon wants it in the host, nearly all other stores take it in the path.",
  },
  S3_LINKS: {
    meaning:
      "Whether links to files that need no credential lead to the store itself (presigned) or to Vedette (proxied)",
    form: oneOf(["presigned", "proxied"]),
    unit: null,
    default: "presigned",
    reason: "A trace of 25 MiB need not pass through the API. Proxied where browsers do not reach the store.",
  },
} as const;
