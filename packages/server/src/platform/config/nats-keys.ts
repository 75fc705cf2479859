import { natsPrefix, natsUrl, secret, wholeNumber } from "./forms.ts";

/** How processes of a fleet reach NATS. `NATS_*` are the names that its other clients use. */
export const NATS_KEYS = {
  NATS_URL: {
    meaning:
      "NATS servers with JetStream that join several processes: nats://user:password@host:4222, or tls://; several separated by commas",
    form: natsUrl,
    unit: null,
    default: null,
    reason: "Unset, one process does everything, and nothing has to be installed.",
    isSecret: true,
  },
  NATS_PREFIX: {
    meaning: "First part of the names of everything that Vedette has in NATS",
    form: natsPrefix,
    unit: null,
    default: "vedette",
    reason: "Two installations on one NATS need two names, or two NATS accounts.",
  },
  NATS_REPLICAS: {
    meaning: "Servers of the NATS cluster that hold each message",
    form: wholeNumber({ min: 1, max: 5 }),
    unit: "servers",
    default: "1",
    reason: "A single server has one; 3 outlast the loss of one server of a cluster.",
  },
  NATS_CREDS: {
    meaning: "Content of the credentials file that NATS made for this process, instead of user and password",
    form: secret,
    unit: null,
    default: null,
    reason: "Needed only where NATS knows its users by keys.",
    isSecret: true,
  },
  NATS_TLS_CA: {
    meaning: "Certificates (PEM) that the certificate of NATS must come from; asks for TLS",
    form: secret,
    unit: null,
    default: null,
    reason: "Unset, those that Node trusts.",
    isSecret: true,
  },
  NATS_TLS_CERT: {
    meaning: "Certificate (PEM) that this process shows to NATS; asks for TLS",
    form: secret,
    unit: null,
    default: null,
    reason: "Needed only where NATS asks its clients for one.",
    isSecret: true,
  },
  NATS_TLS_KEY: {
    meaning: "Key (PEM) of that certificate",
    form: secret,
    unit: null,
    default: null,
    reason: "Needed only where NATS asks its clients for one.",
    isSecret: true,
  },
} as const;
