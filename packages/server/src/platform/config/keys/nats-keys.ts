import { natsPrefix, natsUrl, secret, wholeNumber } from "../forms.ts";

/** How the processes of a fleet connect to NATS. `NATS_*` are the names that other NATS clients use. */
export const NATS_KEYS = {
  NATS_URL: {
    meaning:
      "NATS servers with JetStream that connect several processes: nats://user:password@host:4222, or tls://; separated by commas",
    form: natsUrl,
    unit: null,
    default: null,
    reason: "If not set, one process does everything, and NATS is not required.",
    isSecret: true,
  },
  NATS_PREFIX: {
    meaning: "Prefix of all names that Vedette uses in NATS",
    form: natsPrefix,
    unit: null,
    default: "vedette",
    reason: "Two installations on one NATS require different prefixes or different NATS accounts.",
  },
  NATS_REPLICAS: {
    meaning: "Number of NATS servers that store each message",
    form: wholeNumber({ min: 1, max: 5 }),
    unit: "servers",
    default: "1",
    reason: "A single server supports one replica; 3 replicas survive the loss of one server.",
  },
  NATS_CREDS: {
    meaning: "Content of the NATS credentials file of this process, as an alternative to user and password",
    form: secret,
    unit: null,
    default: null,
    reason: "Required only if NATS authenticates users by keys.",
    isSecret: true,
  },
  NATS_TLS_CA: {
    meaning: "CA certificates (PEM) that must have issued the certificate of NATS; enables TLS",
    form: secret,
    unit: null,
    default: null,
    reason: "If not set, the CA certificates that Node trusts are used.",
    isSecret: true,
  },
  NATS_TLS_CERT: {
    meaning: "Client certificate (PEM) of this process; enables TLS",
    form: secret,
    unit: null,
    default: null,
    reason: "Required only if NATS requires client certificates.",
    isSecret: true,
  },
  NATS_TLS_KEY: {
    meaning: "Private key (PEM) of the client certificate",
    form: secret,
    unit: null,
    default: null,
    reason: "Required only if NATS requires client certificates.",
    isSecret: true,
  },
} as const;
